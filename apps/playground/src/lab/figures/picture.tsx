// A picture that a model drew, scaled to the width of the figure.

import { Canvas, type Draw } from '../../figures/canvas.js'
import type { Picture } from '../drawing/raster.js'

interface PictureFigureProps {
  picture: Picture
  /** The picture in words, with its present state. */
  label: string
  caption?: string
  testId?: string
}

export function PictureFigure({ picture, label, caption, testId }: PictureFigureProps) {
  const draw: Draw = (context, size) => {
    const { width, height, rgba } = picture
    if (scratch?.width !== width || scratch.height !== height) scratch = new OffscreenCanvas(width, height)
    scratch.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
    context.imageSmoothingQuality = 'high'
    context.drawImage(scratch, 0, 0, size.width, size.height)
  }
  return (
    <figure class="figure">
      {caption && <figcaption>{caption}</figcaption>}
      <Canvas draw={draw} label={label} aspect={picture.width / picture.height} {...(testId && { testId })} />
    </figure>
  )
}

let scratch: OffscreenCanvas | undefined
