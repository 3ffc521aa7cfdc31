import { newVersion } from '../session/installed-page.js'

/** Tells that a newer version of the page is there. The running one goes on until the person agrees. */
export function NewVersion() {
  const begin = newVersion.value
  if (!begin) return null
  return (
    <p class="new-version" role="status" data-testid="new-version">
      A new version of this page is available.
      <button type="button" class="primary" onClick={begin}>
        Reload
      </button>
      <button type="button" onClick={() => (newVersion.value = undefined)}>
        Later
      </button>
    </p>
  )
}
