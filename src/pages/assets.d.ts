// Bun resolves such an import to the path of the file, in the compiled program too.
declare module '*.woff2' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: it is how an import of a file hands it over.
  export default path;
}

declare module '*.txt' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: it is how an import of a file hands it over.
  export default path;
}
