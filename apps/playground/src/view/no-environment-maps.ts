// In place of the prefiltered environment maps of three.js, which its renderer always imports (vite.config.ts): the skies of this page are
// formulas.

export default class NoEnvironmentMaps {}

export function pmremTexture(): never {
  throw new Error('environment maps are left out of this page: see vite.config.ts')
}
