// Takes the pictures of the documents: npm run pictures -- [--list] [--scene name …] [group …]. Without a group, all of the documents.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const images = fileURLToPath(new URL('../../docs/images', import.meta.url))

/** Each group loads its own tools: a figure needs no browser. */
const groups: Record<string, { about: string; take: () => Promise<unknown>; isOnRequest?: boolean }> = {
  figures: {
    about: 'curves of the validation, as SVG',
    take: () => import('../../validation/figures.js'),
  },
  'harbour-resonance': {
    about: 'amplification of a harbour against theory, from the table of examples/harbour-resonance',
    take: async () => (await import('./harbour-resonance.js')).drawHarbourResonance(images),
  },
  reliefs: {
    about: 'the last frame of scenes, as the command line draws it',
    take: async () => (await import('./reliefs.js')).takeReliefs(images),
  },
  xarray: {
    about: 'the data set of a seiche in Python; needs xarray, netCDF4 and Matplotlib',
    take: async () => (await import('./xarray.js')).takeXarray(images),
  },
  playground: {
    about: 'the playground with surface water; needs a build and Chromium',
    take: async () => (await import('./playground-water.js')).takeWaterPages(images),
  },
  compare: {
    about: 'a comparison of two solvers in the playground; needs a build and Chromium',
    take: async () => (await import('./compare.js')).takeComparison(images),
  },
  'playground-fluids': {
    about: 'the playground with fluids; needs a build and Chromium',
    take: async () => (await import('./playground-fluids.js')).takeFluidPages(images),
  },
  'golden-views': {
    about: 'the pictures that tests compare views of water with; needs Chromium',
    take: async () => (await import('./golden-views.js')).takeGoldenViews(),
  },
  gallery: {
    about: 'the scenes as cards of the playground; needs a build and Chromium',
    take: async () => (await import('./gallery.js')).takeGallery('picture', scenes()),
  },
  'before-and-after': {
    about: 'the page of all scenes before and now, from the pictures of the gallery',
    take: async () => (await import('./before-and-after.js')).writeBeforeAndAfter(),
  },
  loops: {
    about: 'two seconds of each scene for the cards of the playground; needs a build, Chromium and ffmpeg',
    take: async () => (await import('./gallery.js')).takeGallery('loop', scenes()),
  },
  screens: {
    about:
      'the page with each scene on a screen and a phone, into out/screens to be looked at; needs a build and Chromium',
    take: async () => (await import('./screens.js')).takeScreens(scenes()),
    isOnRequest: true,
  },
  icons: {
    about: 'the icons of the installed playground; needs Chromium',
    take: async () => (await import('./icons.js')).takeIcons(),
  },
  lab: {
    about: 'a lesson of the lab; needs a build and Chromium',
    take: async () => (await import('./lab.js')).takeLab(images),
  },
  results: {
    about: 'figures of a run and its viewer; needs a build and Chromium',
    take: async () => (await import('./results.js')).takeResults(images),
  },
  'fluid-views': {
    about: 'the views of fluids of @seiche/three; needs Chromium',
    take: async () => (await import('./fluid-views.js')).takeFluidViews(images),
  },
  blender: {
    about: 'runs imported and rendered by Blender; needs Blender and ten minutes',
    take: async () => (await import('./blender.js')).takeBlenderPictures(images),
  },
}

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    // Only these scenes, in the groups of the gallery.
    scene: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
/** The scenes that are asked for; none: all of them. */
function scenes(): readonly string[] {
  return values.scene ?? []
}

const unknown = positionals.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`There is no group "${unknown.join('", "')}". There are ${Object.keys(groups).join(', ')}.`)
  process.exitCode = 1
} else if (values.list || values.help) {
  console.log('npm run pictures -- [--list] [--scene name …] [group …]\n')
  for (const [name, { about }] of Object.entries(groups)) console.log(`  ${name.padEnd(18)} ${about}`)
} else {
  const documents = Object.keys(groups).filter((name) => !groups[name]!.isOnRequest)
  for (const name of positionals.length > 0 ? positionals : documents) await groups[name]!.take()
}
