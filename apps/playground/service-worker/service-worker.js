// Keeps the built page for visits without a connection, and isolates it where the server does not (shared memory for threads).
//
// A version of the page is one cache, which is filled completely or not at all. The page is always served from the version that is active:
// its parts belong together. A newer version is installed beside it, and becomes active when the person reloads (`skipWaiting`) or has
// closed all pages. The files of the version before stay, for pages that still run: names contain the hash of the content.
//
// The build replaces `build` (service-worker.plugin.ts).

const build = { version: 'none', files: [] }

const prefix = `seiche-${new URL(registration.scope).pathname}-`
const present = `${prefix}${build.version}`
/** Files that are kept when they are first used: pictures, fonts, parts that few people need. */
const visited = `${prefix}visited`
const root = new URL('./', location.href).href

self.addEventListener('install', (event) => {
  event.waitUntil(fill())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

self.addEventListener('message', ({ data }) => {
  if (data === 'skipWaiting') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'GET' && url.startsWith(root)) event.respondWith(answer(event.request).then(isolated))
})

/** Fills the cache of this version. A cache that is not complete is removed again. */
async function fill() {
  try {
    const cache = await caches.open(present)
    await Promise.all(build.files.map((file) => keep(cache, file)))
  } catch (error) {
    await caches.delete(present)
    throw error
  }
}

/** Keeps a file. One that an earlier version has under the same name, with the same hash, is not loaded again; all others are asked for anew. */
async function keep(cache, file) {
  const hasHash = file.startsWith('assets/')
  const known = hasHash ? await caches.match(file) : undefined
  if (known) await cache.put(file, known)
  else await cache.add(new Request(file, { cache: hasHash ? 'default' : 'reload' }))
}

/** Removes all versions but this one and the one before. */
async function forgetOld() {
  const versions = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== present && name !== visited,
  )
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)))
}

async function answer(request) {
  const cache = await caches.open(present)
  const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' })
  if (kept) return kept
  const earlier = request.mode === 'navigate' ? undefined : await caches.match(request)
  if (earlier) return earlier
  const response = await fetch(request)
  // Only files whose names change with their content, and pages: others may be new at the next visit. A cache takes no parts of files, which
  // videos are loaded in.
  if (response.status === 200 && (request.mode === 'navigate' || new URL(request.url).pathname.includes('/assets/')))
    await (await caches.open(visited)).put(request, response.clone())
  return response
}

/** The response with the headers of cross-origin isolation. Everything on the page is of its own origin. */
function isolated(response) {
  if (response.type === 'opaque' || response.status === 0) return response
  const headers = new Headers(response.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  const body = [101, 204, 205, 304].includes(response.status) ? null : response.body
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
