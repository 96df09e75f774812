import { spawn } from 'node:child_process'

/** Runs `npm run backup` or `npm run restore` on a data folder, and on a server where there is one. */
export async function runBackup(
  name: 'backup' | 'restore',
  backup: string,
  dataDir: string,
  url: string | undefined,
): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url ?? '' }
  const child = spawn(process.execPath, ['tools/release/backup.ts', name, backup], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}.`)
}
