import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readNpy } from 'seiche/npy'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RunFolder } from '../results/run-folder.js'
import { exitCode } from '../terminal/failure.js'
import { makeRun } from '../testing/finished-run.js'
import { pool, scratchFolder } from '../testing/scratch.js'
import { poseValues, type RunDescription } from './protocol.js'
import { type ServeOptions, serveRun } from './server.js'

/** A run and a page with nothing in it, served. */
async function served(scene: object = pool, { port }: ServeOptions = {}) {
  const root = await scratchFolder()
  const folder = await makeRun(root, 'run', scene)
  const page = join(root, 'viewer.html')
  await writeFile(page, '<title>viewer</title>')
  const files = new Map([['/', { path: page, contentType: 'text/html; charset=utf-8' }]])
  const server = await serveRun(await RunFolder.open(folder), { port, files })
  onTestFinished(() => server.close())
  return { root, folder, server }
}

/** A request with the path exactly as given: `fetch` would resolve `..` by itself. */
function get(address: string, path: string, options: { method?: string; host?: string } = {}) {
  const { hostname, port, host } = new URL(address)
  return new Promise<{ status: number; body: Buffer; headers: IncomingMessage['headers'] }>((resolve, reject) => {
    const asked = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: { host: options.host ?? host } },
      async (response) =>
        resolve({ status: response.statusCode!, body: await buffer(response), headers: response.headers }),
    )
    asked.on('error', reject).end()
  })
}

describe('the server of the viewer', () => {
  it('serves the page with strict headers, on this computer only', async () => {
    const { server } = await served()
    expect(new URL(server.address).hostname).toBe('127.0.0.1')
    const { status, body, headers } = await get(server.address, '/')
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: '<title>viewer</title>' })
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('describes the run and serves its frames, as they are in the folder', async () => {
    const { server, folder } = await served()
    const description = JSON.parse((await get(server.address, '/run.json')).body.toString()) as RunDescription
    expect(description).toMatchObject({
      name: 'run',
      grid: { nx: 24, nz: 16, cellSize: 0.1 },
      fields: { eta: { unit: 'm', shape: [16, 24] } },
      startFields: ['openness'],
      bodies: [],
      notices: [],
      log: { series: [{ name: 'middle', unit: 'm' }] },
    })
    expect(description.frames.map(({ step }) => step)).toEqual([0, 5, 10, 15, 20])
    const { body, headers } = await get(server.address, '/run/frames/3/eta.npy')
    expect(body.equals(await readFile(join(folder, 'eta_000003.npy')))).toBe(true)
    expect(Number(headers['content-length'])).toBe(body.length)
  })

  it('adds solid cells that the run was not asked to write', async () => {
    const { server } = await served()
    const { data } = readNpy((await get(server.address, '/run/start/openness.npy')).body)
    expect(data).toHaveLength(24 * 16)
    // The disc at (-0.8, 0.3) m covers the cell in column 4 of row 11.
    expect(Number(data[11 * 24 + 4])).toBe(0)
    expect(Number(data[0])).toBe(1)
  })

  it('serves poses of bodies at the steps of the frames, also of bodies that are added later', async () => {
    const ball = (name: string, x: number) => ({
      name,
      shape: 'sphere',
      radius: 0.2,
      density: 400,
      position: [x, 0, 0],
    })
    const { server, folder } = await served({
      ...pool,
      obstacles: [],
      bodies: [ball('first', -0.5)],
      events: [{ time: 0.2, type: 'addBody', body: ball('second', 0.5) }],
    })
    const { description } = server.described
    expect(description.bodies.map(({ name }) => name)).toEqual(['first', 'second'])
    const { data, shape } = readNpy((await get(server.address, '/run/poses.npy')).body)
    expect(shape).toEqual([5, 2, poseValues])
    const x = (frame: number, body: number) => Number(data[(frame * 2 + body) * poseValues])
    const y = (frame: number, body: number) => Number(data[(frame * 2 + body) * poseValues + 1])
    const rows = (await readFile(join(folder, 'bodies.csv'), 'utf8')).split('\n')
    const last = rows.find((row) => row.startsWith('20,') && row.includes(',second,'))!.split(',')
    expect(x(4, 1)).toBeCloseTo(Number(last[3]), 5)
    expect(y(4, 1)).toBeCloseTo(Number(last[4]), 5)
    // Before the event there is no second ball: out of sight.
    expect(y(1, 1)).toBeLessThan(-1000)
    expect(y(1, 0)).toBeGreaterThan(-1)
  })

  it('shows the water of a run whose scene cannot be opened any more, and says what is missing', async () => {
    const root = await scratchFolder()
    const scene = { ...pool, obstacles: [{ npy: 'walls.npy' }] }
    const { writeNpy } = await import('seiche/npy')
    await writeFile(join(root, 'walls.npy'), writeNpy(new Float32Array(24 * 16), [16, 24]))
    const folder = await makeRun(root, 'run', scene)
    await writeFile(join(root, 'walls.npy'), writeNpy(new Float32Array(24 * 16).fill(1), [16, 24]))
    const server = await serveRun(await RunFolder.open(folder), { files: new Map() })
    onTestFinished(() => server.close())
    expect(server.described.description.notices).toEqual([
      expect.stringMatching(/walls\.npy has changed since the run/),
    ])
    expect((await get(server.address, '/run/frames/0/eta.npy')).status).toBe(200)
  })

  it.each([
    '/../scene.json',
    '/run/../../run.json',
    '/run/frames/0/../../../secret.txt',
    '/run/frames/0/..%2f..%2fsecret.txt',
    '/run/frames/0/%2e%2e/manifest.npy',
    '/run/frames/0/eta.npy/../../manifest.json',
    '/run/frames/0/..\\..\\secret.npy',
    '/run/frames/99/eta.npy',
    '/run/frames/-1/eta.npy',
    '/run/frames/0/phi.npy',
    '/run/start/__proto__.npy',
    '/manifest.json',
    '//etc/passwd',
    'http://example.org/run.json',
  ])('has nothing at %s', async (path) => {
    const { server, root } = await served()
    await writeFile(join(root, 'secret.txt'), 'secret')
    const { status, body } = await get(server.address, path)
    expect(status).toBe(404)
    expect(body.toString()).toBe('There is no such file in this run.\n')
  })

  it('does not follow a link out of the folder', async () => {
    const { server, root, folder } = await served()
    await writeFile(join(root, 'secret.txt'), 'secret')
    await rm(join(folder, 'eta_000002.npy'))
    await symlink(join(root, 'secret.txt'), join(folder, 'eta_000002.npy'))
    const { status, body } = await get(server.address, '/run/frames/2/eta.npy')
    expect(status).toBe(500)
    expect(body.toString()).not.toContain('secret')
  })

  it('answers only to its own name: another would be a page of another site', async () => {
    const { server } = await served()
    const { port } = new URL(server.address)
    expect((await get(server.address, '/run.json', { host: 'evil.example' })).status).toBe(403)
    expect((await get(server.address, '/run.json', { host: `evil.example:${port}` })).status).toBe(403)
    expect((await get(server.address, '/run.json', { host: `localhost:${port}` })).status).toBe(200)
  })

  it('only lets files be read', async () => {
    const { server } = await served()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get(server.address, '/run.json', { method })).status).toBe(405)
    const { status, body } = await get(server.address, '/run/frames/0/eta.npy', { method: 'HEAD' })
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
  })

  it('says so when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    await expect(served(pool, { port })).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      message: `--port ${port}: another program uses this port`,
    })
  })

  it('refuses a run without a surface to look at', async () => {
    const root = await scratchFolder()
    const folder = await makeRun(root, 'run', pool, { fields: ['phi'] })
    await expect(serveRun(await RunFolder.open(folder), { files: new Map() })).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      advice: expect.stringContaining('--fields eta'),
    })
  })

  it('serves a run that was moved to another folder', async () => {
    const root = await scratchFolder()
    const folder = await makeRun(root, 'run')
    await mkdir(join(root, 'archive'))
    await rename(folder, join(root, 'archive', 'run 1'))
    const server = await serveRun(await RunFolder.open(join(root, 'archive', 'run 1')), { files: new Map() })
    onTestFinished(() => server.close())
    expect((await get(server.address, '/run/frames/4/eta.npy')).status).toBe(200)
  })
})
