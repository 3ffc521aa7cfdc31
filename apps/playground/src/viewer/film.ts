// The page as a renderer for `seiche film`, which calls `seicheFilm` through the browser's protocol and takes the pixels of each frame.

import type { Player } from './player.js'
import * as state from './state.js'

export interface FilmCamera {
  /** Turn about the vertical, and angle from it [degrees]. */
  azimuth: number
  polar: number
  /** Factor on the distance from which everything is visible [1]. */
  distance: number
}

export interface FilmLook {
  /** The camera of the scene unless given. */
  camera?: FilmCamera
  /** Factor on the drawn heights; chosen for the run unless given. */
  exaggeration?: number
}

/** Functions for the program that makes the film. */
export interface SeicheFilm {
  /** Waits until the run is loaded. Rejects with the reason if it cannot be shown. */
  ready(look: FilmLook): Promise<{ frames: number; width: number; height: number; renderer: string }>
  /** Draws a frame; returns red, green, blue and opacity of all pixels, row by row from the top, as base64. */
  pixels(frame: number): Promise<string>
}

declare global {
  interface Window {
    seicheFilm?: SeicheFilm
  }
}

export function exposeFilm(player: Player): void {
  let copy: OffscreenCanvasRenderingContext2D | undefined
  const read = async (frame: number): Promise<Uint8ClampedArray> => {
    await player.draw(frame)
    const { canvas } = copy!
    // In the same task as the drawing: a canvas of a graphics device is empty after it was shown.
    copy!.drawImage(player.canvas!, 0, 0)
    return copy!.getImageData(0, 0, canvas.width, canvas.height).data
  }
  window.seicheFilm = {
    async ready(look) {
      while (!state.info.value) {
        if (state.problem.value !== undefined) throw new Error(state.problem.value)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await player.prepareFilm(look)
      const canvas = player.canvas!
      copy =
        new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true }) ?? undefined
      if (isBlank(await read(0))) throw new Error('the browser draws nothing; it may have no graphics')
      return {
        frames: state.frameCount.value,
        width: canvas.width,
        height: canvas.height,
        renderer: state.rendererName.value,
      }
    },
    pixels: async (frame) => base64(await read(frame)),
  }
}

function isBlank(pixels: Uint8ClampedArray): boolean {
  return pixels.every((value, at) => value === pixels[at % 4])
}

/** In pieces: a call has a limited number of arguments. */
function base64(bytes: Uint8ClampedArray): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}
