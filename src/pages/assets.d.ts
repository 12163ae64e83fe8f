// Bun hands over the path of such a file, also from inside the compiled program.
declare module '*.woff2' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: it is how an import of a file hands it over.
  export default path;
}
