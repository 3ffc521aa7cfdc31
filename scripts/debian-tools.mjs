// Programs from Debian that tests need: a browser, independent readers of the files we write, and a server for queues. Installed where that is
// possible; elsewhere the tests that need them say so and are skipped, but for the browser, which must be there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { findChromium } from './chromium.mjs'

/** A file that each package brings, by package. */
const programs = {
  ffmpeg: '/usr/bin/ffmpeg',
  'netcdf-bin': '/usr/bin/ncdump',
  'python3-netcdf4': '/usr/lib/python3/dist-packages/netCDF4',
  'python3-numcodecs': '/usr/lib/python3/dist-packages/numcodecs',
  'python3-xarray': '/usr/lib/python3/dist-packages/xarray',
  openexr: '/usr/bin/exrheader',
  'python3-openimageio': '/usr/share/doc/python3-openimageio',
  'python3-openvdb': '/usr/share/doc/python3-openvdb',
  'redis-server': '/usr/bin/redis-server',
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Tests open their pages with it in less time than with the whole browser. Debian has it, systems like Debian may not. */
const shell = 'chromium-headless-shell'

/** Returns the exit code. */
function apt(...args) {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status ?? 1
}

const install = (packages) => apt('install', '-y', '-qq', '--no-install-recommends', ...packages)

function installAll(packages, wantsShell) {
  const code = packages.length > 0 ? apt('update', '-qq') || install(packages) : 0
  if (code !== 0) process.exit(code)
  if (wantsShell && (packages.length > 0 || apt('update', '-qq') === 0) && install([shell]) === 0) return
  if (wantsShell) console.error(`${shell} cannot be installed: tests of pages use the whole browser, and take longer`)
}

/** On return there is a Chromium, or this process has ended with advice. */
export function ensureTools() {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]))
  if (!findChromium()) missing.unshift('chromium')
  const wantsShell = !process.env.SEICHE_CHROMIUM && !existsSync(`/usr/bin/${shell}`)
  if ((missing.length > 0 || wantsShell) && isDebian() && process.getuid?.() === 0) {
    console.error(`Installing ${[...missing, ...(wantsShell ? [shell] : [])].join(', ')} …`)
    installAll(missing, wantsShell)
  }
  if (findChromium()) return
  console.error(
    'The browser tests need Chromium or Chrome, and none was found.\n' +
      'Install one (Debian, Ubuntu: apt install chromium; macOS: brew install --cask chromium; Windows: winget install Google.Chrome)\n' +
      'or set SEICHE_CHROMIUM to its program file.',
  )
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) ensureTools()
