import { type Result, unwrap } from '../lib/refusal.ts'

/**
 * Calls functions of a module in src/server/ that the browser loads with the first call: a page that was rendered on the
 * server has no call to make. Answers the data; a refusal is thrown.
 */
export const loadOnCall =
  <Module>(load: () => Promise<Module>) =>
  <Data>(call: (functions: Module) => Promise<Result<Data>>): Promise<Data> =>
    unwrap(load().then(call))
