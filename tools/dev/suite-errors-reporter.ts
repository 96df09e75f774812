import { JsonReporter, type TestModule, experimental_getRunnerTask as taskOf } from 'vitest/node'

/** Vitest's JSON report, which leaves out why a hook of a `describe` failed: here it is the message of its file. */
export default class SuiteErrorsReporter extends JsonReporter {
  constructor() {
    super({})
  }

  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    for (const module of modules) {
      const { result } = taskOf(module)
      const errors = [...module.children.allSuites()].flatMap((suite) => suite.errors())
      if (result) result.errors = [...(result.errors ?? []), ...errors]
    }
    await super.onTestRunEnd(modules)
  }
}
