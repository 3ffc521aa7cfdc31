import { type AskedComparison, compareParameter, comparisonText } from '../../compare/asked-comparison.js'
import { displayToUrl, type FluidDisplay } from '../display/fluid-display.js'
import { type SurfaceDisplay, surfaceDisplayToUrl } from '../display/surface-display.js'
import { type SceneEntry, scenes } from '../scenes/scenes.js'
import { isRunFragment } from './run-link.js'

/** Writes the scene and the display of its fluid into the page's URL: a reloaded or shared page shows the same. */
export function writeUrl(
  scene: SceneEntry,
  display: FluidDisplay | undefined,
  initial: FluidDisplay | undefined,
): void {
  const url = new URL(window.location.href)
  // A scene from a file, or from a link, has no name of its own.
  if (scene !== scenes[0] && scenes.includes(scene)) url.searchParams.set('scene', scene.id)
  else url.searchParams.delete('scene')
  if (!scene.basis && isRunFragment(url.hash)) url.hash = ''
  // Surfaces share the parameter of the color map with fluids; theirs is written by writeSurfaceUrl.
  const colors = display ? null : url.searchParams.get('colours')
  displayToUrl(url.searchParams, display, initial)
  if (colors !== null) url.searchParams.set('colours', colors)
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}

/** Writes the display of a surface into the page's URL; undefined for a fluid. */
export function writeSurfaceUrl(display: SurfaceDisplay | undefined): void {
  const url = new URL(window.location.href)
  surfaceDisplayToUrl(url.searchParams, display)
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}

/** Writes the level of quality into the page's URL. */
export function writeQuality(choice: string): void {
  const url = new URL(window.location.href)
  if (choice === 'auto') url.searchParams.delete('quality')
  else url.searchParams.set('quality', choice)
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}

/** Writes the comparison into the page's URL; undefined: there is none. */
export function writeComparison(comparison: AskedComparison | undefined): void {
  const url = new URL(window.location.href)
  if (comparison) url.searchParams.set(compareParameter, comparisonText(comparison))
  else url.searchParams.delete(compareParameter)
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}
