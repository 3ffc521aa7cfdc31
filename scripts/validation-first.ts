import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begins with the problems of validation, whose files are short and whose runs are long; vitest itself would begin with long files as
 * long as it does not know how long they take. Long runs at the end would leave cores idle.
 */
export default class ValidationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = ({ project }: TestSpecification) => project.name === 'validation'
    return [...sorted.filter(first), ...sorted.filter((file) => !first(file))]
  }
}
