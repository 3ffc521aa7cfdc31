// The page for visits without a connection: a service worker keeps it (service-worker/service-worker.js). The development server has none.

import { signal } from '@preact/signals'
import { firstWater } from './first-water.js'

/** Begins the version of the page that waits; undefined if there is none. */
export const newVersion = signal<(() => void) | undefined>(undefined)

/** Installs the service worker after the first water: it loads the rest of the page. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await firstWater
  try {
    const registration = await navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI), {
      updateViaCache: 'none',
    })
    offer(registration)
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', () => offer(registration)),
    )
  } catch {
    // A browser that keeps nothing, as in private windows: the page works with a connection.
  }
}

/** Offers a version that waits. The first version of all has no page to wait for. */
function offer({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting || !navigator.serviceWorker.controller) return
  newVersion.value = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    waiting.postMessage('skipWaiting')
  }
}
