declare module 'heic-decode' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray }
  type Images = { width: number; height: number; decode(): Promise<Pixels> }[] & { dispose(): void }
  const decode: { all(file: { buffer: Uint8Array }): Promise<Images> }
  export default decode
}
