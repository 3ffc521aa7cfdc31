// Runs inside the browser: the pixels of a WebGPU canvas where there is no graphics card. The picture is drawn in software, but the texture
// of the canvas cannot be shared with the compositor: the canvas stays black when it is shown, copied or saved. Here the renderer is given
// a texture of our own in place of that of the canvas, which is then read back.

/** The parts of WebGPU that are needed; TypeScript has no types of it. */
interface GpuTexture {
  readonly width: number
  readonly height: number
  destroy(): void
}
interface GpuBuffer {
  mapAsync(mode: number): Promise<void>
  getMappedRange(): ArrayBuffer
  destroy(): void
}
interface GpuDevice {
  createTexture(descriptor: object): GpuTexture
  createBuffer(descriptor: object): GpuBuffer
  createCommandEncoder(): { copyTextureToBuffer(...copy: object[]): void; finish(): object }
  readonly queue: { submit(commands: object[]): void }
}
interface CanvasContext {
  configure(configuration: { device: GpuDevice; format: string }): void
  getCurrentTexture(): GpuTexture
  readonly canvas: HTMLCanvasElement
}

/** Usages of textures and buffers, and modes of mapping, by the numbers of the specification. */
const [copySource, bound, attachment] = [0x01, 0x04, 0x10]
const [mapRead, copyDestination] = [0x01, 0x08]
/** Rows of a copied texture begin at multiples of so many bytes. */
const rowAlignment = 256

let device: GpuDevice | undefined
let texture: GpuTexture | undefined
let format = ''

/** Gives every WebGPU canvas that is configured from now on a texture that can be read. Call it before the renderer starts. */
export function keepCanvasTexture(): void {
  const { prototype } = (globalThis as unknown as { GPUCanvasContext: { prototype: CanvasContext } }).GPUCanvasContext
  const { configure } = prototype
  prototype.configure = function (configuration) {
    ;({ device, format } = configuration)
    configure.call(this, configuration)
  }
  prototype.getCurrentTexture = function () {
    const { width, height } = this.canvas
    if (texture?.width === width && texture.height === height) return texture
    texture?.destroy()
    texture = device!.createTexture({ size: [width, height], format, usage: copySource | bound | attachment })
    return texture
  }
}

/** Red, green, blue and opacity of all pixels that were drawn last, row by row from the top. */
export async function canvasPixels(): Promise<Uint8ClampedArray> {
  if (!device || !texture) throw new Error('nothing has been drawn')
  const { width, height } = texture
  const bytesPerRow = Math.ceil((4 * width) / rowAlignment) * rowAlignment
  const buffer = device.createBuffer({ size: bytesPerRow * height, usage: mapRead | copyDestination })
  const encoder = device.createCommandEncoder()
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height])
  device.queue.submit([encoder.finish()])
  await buffer.mapAsync(mapRead)
  const padded = new Uint8Array(buffer.getMappedRange())
  const pixels = new Uint8ClampedArray(4 * width * height)
  for (let row = 0; row < height; row++)
    pixels.set(padded.subarray(row * bytesPerRow, row * bytesPerRow + 4 * width), 4 * row * width)
  buffer.destroy()
  if (format.startsWith('bgra'))
    for (let at = 0; at < pixels.length; at += 4) [pixels[at], pixels[at + 2]] = [pixels[at + 2]!, pixels[at]!]
  return pixels
}
