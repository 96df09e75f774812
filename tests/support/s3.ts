import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export type S3 = { env: Record<string, string>; close: () => Promise<void> }

/** A real S3-compatible server on a port of this machine with an empty bucket, and the settings that use it. */
export async function openS3(): Promise<S3> {
  const directory = mkdtempSync(join(tmpdir(), 'fanfare-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    // It signs the list of a bucket without the last slash of the path; every other signature matches.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'media' }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'media',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
