import { displayToUrl, type FluidDisplay } from './fluid-display.js'
import { type SceneEntry, scenes } from './scenes.js'

/** Keeps in the page's address which scene is open and how its fluid is shown: reloaded, or sent to somebody, it shows the same. */
export function writeUrl(
  scene: SceneEntry,
  display: FluidDisplay | undefined,
  suiting: FluidDisplay | undefined,
): void {
  const address = new URL(window.location.href)
  // A file is on one machine only.
  if (scene !== scenes[0] && scenes.includes(scene)) address.searchParams.set('scene', scene.id)
  else address.searchParams.delete('scene')
  displayToUrl(address.searchParams, display, suiting)
  if (address.href !== window.location.href) window.history.replaceState(null, '', address)
}
