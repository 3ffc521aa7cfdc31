import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that are short and take long. */
const longRuns = [
  /^validation\//,
  /golden\.test/,
  /soak\.test/,
  /core\/test\/bod/,
  /iwave\.test/,
  /seiche\.test/,
  /window-fit/,
  /properties\.test/,
]

/**
 * Begins with long runs, because a long one at the end leaves the other cores idle. As long as vitest does not know from earlier runs how
 * long files take, as in a fresh clone, it begins with files of many lines.
 */
export default class LongRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => {
      const path = moduleId.slice(this.ctx.config.root.length + 1)
      return longRuns.some((pattern) => pattern.test(path))
    }
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
