import { failed } from '../terminal/failure.js'

/**
 * The picture of an SVG as PNG.
 *
 * @param scale pixels of the picture per pixel of the SVG
 */
export async function renderPng(svg: string, scale: number): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans' }
  const probe = new Resvg('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">m</text></svg>', { font })
  // Without any font, texts would be missing without a word.
  if (!probe.getBBox()) {
    throw failed('this computer has no fonts, which pictures as PNG need', {
      advice: 'Install one, for example: apt-get install fonts-dejavu-core. Or leave out --png: an SVG needs no fonts.',
    })
  }
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng()
}
