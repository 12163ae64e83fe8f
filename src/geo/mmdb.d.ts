// Importing a database as a file returns its path.
declare module '*.mmdb' {
  const path: string;
  export = path;
}
