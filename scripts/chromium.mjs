// Where a Chromium may be found, and how to start it so that it draws without a graphics card.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names =
  process.platform === 'win32'
    ? ['chrome.exe', 'chromium.exe', 'msedge.exe']
    : ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

/** Chromium without a window. It opens a page in a tenth of the time: the whole browser prepares a window with a tool bar for each profile. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']

const usualPlaces = {
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  ),
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder
      ? [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Chromium', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ]
      : [],
  ),
}

/**
 * Path of a Chromium: SEICHE_CHROMIUM if set, else the usual places of this system, else whatever PATH offers.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.SEICHE_CHROMIUM) return process.env.SEICHE_CHROMIUM
  return [...(usualPlaces[process.platform] ?? []), ...onPath(names)].find((path) => existsSync(path))
}

/**
 * Path of the Chromium for tests: SEICHE_CHROMIUM if set, else a headless shell, else any that `findChromium` finds.
 * @returns {string | undefined}
 */
export function findTestChromium() {
  return (!process.env.SEICHE_CHROMIUM && onPath(shellNames).find((path) => existsSync(path))) || findChromium()
}

/** @param {readonly string[]} programs */
const onPath = (programs) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)))

/**
 * Quiet, and drawing in software: WebGL2 anywhere.
 * @type {string[]}
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Add these for pages that need not be fast: the page itself and plain canvases are drawn without a graphics device, and only WebGL with
 * one. Where all is software that takes less time: 40 % for plain canvases, 60 % with WebGL. Kernels are optimized after more calls than
 * usual: most pages of tests are closed before that would pay.
 * @type {string[]}
 */
export const chromiumPlainArgs = [
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-accelerated-2d-canvas',
  '--js-flags=--wasm-tiering-budget=200000000',
]

/**
 * Add these for WebGPU, also in software.
 * @type {string[]}
 */
export const chromiumWebGpuArgs = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  // Without it the graphics process dies as soon as a WebGPU canvas is shown.
  '--use-vulkan=swiftshader',
  '--enable-features=Vulkan',
]
