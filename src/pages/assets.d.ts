// Bun resolves such an import to the path of the file, in the compiled program too.
declare module '*.woff2' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: Bun exports the path of an imported file as the default.
  export default path;
}

declare module '*.txt' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: Bun exports the path of an imported file as the default.
  export default path;
}

declare module '*.png' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: Bun exports the path of an imported file as the default.
  export default path;
}
