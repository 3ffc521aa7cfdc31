import { displayToUrl, type FluidDisplay } from './fluid-display.js'
import { type SceneEntry, scenes } from './scenes.js'

/** Writes the scene and the display of its fluid into the page's URL: a reloaded or shared page shows the same. */
export function writeUrl(
  scene: SceneEntry,
  display: FluidDisplay | undefined,
  initial: FluidDisplay | undefined,
): void {
  const url = new URL(window.location.href)
  // A scene from a file cannot be shared.
  if (scene !== scenes[0] && scenes.includes(scene)) url.searchParams.set('scene', scene.id)
  else url.searchParams.delete('scene')
  displayToUrl(url.searchParams, display, initial)
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}
