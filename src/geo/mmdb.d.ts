// Imported as a file, a database is its path.
declare module '*.mmdb' {
  const path: string;
  export = path;
}
