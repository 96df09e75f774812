import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../release/build.ts'

/** Reads `.env` if there is one (.env.example); a variable that the environment has already stays as it is. */
export function readEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
