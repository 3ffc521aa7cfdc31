// In place of the manager of virtual reality in three.js, which its renderer always creates (vite.config.ts): this page has none.

export default class NoXR {
  enabled = false
  readonly isPresenting = false

  getEnvironmentBlendMode(): undefined {
    return undefined
  }
}
