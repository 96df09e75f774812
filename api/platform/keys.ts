import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { Env } from './env.ts'

/**
 * The secrets of an installation, the present one first. What the previous one has signed or encrypted holds for as long
 * as it is set (docs/operations.md, "Changing SECRET").
 */
export type Secrets = Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>

export const secretsOf = ({ SECRET, SECRET_PREVIOUS }: Secrets): [string, ...string[]] =>
  SECRET_PREVIOUS === undefined ? [SECRET] : [SECRET, SECRET_PREVIOUS]

/** Which secret it was: eight hexadecimal digits that say nothing else about it. */
export const keyId = (secret: string): string => hash('sha256', `key id ${secret}`, 'hex').slice(0, 8)

/** What a stored text is encrypted for; each purpose has a key of its own. */
export type Purpose = 'mails' | 'payouts' | 'marks'

/** Encrypts a text (AES-256-GCM) under the present secret, and names it: `<key id>.<base64>`. */
export function seal(text: string, purpose: Purpose, { SECRET }: Secrets): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(SECRET, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${keyId(SECRET)}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
}

/** The text; throws when its secret is not here any more, and when it was altered. */
export function unseal(sealed: string, purpose: Purpose, secrets: Secrets): string {
  const dot = sealed.indexOf('.')
  if (dot < 0) return unsealWithoutId(sealed, purpose, secrets)
  const id = sealed.slice(0, dot)
  const secret = secretsOf(secrets).find((it) => keyId(it) === id)
  if (secret === undefined)
    throw new Error(`Sealed with the secret ${id}, which is neither SECRET nor SECRET_PREVIOUS.`)
  return open(sealed.slice(dot + 1), derivedKey(secret, purpose))
}

/** Whether the present secret has sealed it. */
export const isCurrent = (sealed: string, { SECRET }: Secrets): boolean => sealed.startsWith(`${keyId(SECRET)}.`)

/** Accounts for payouts that were stored before keys had ids. */
function unsealWithoutId(sealed: string, purpose: Purpose, secrets: Secrets): string {
  const failures: unknown[] = []
  for (const secret of secretsOf(secrets)) {
    try {
      return open(sealed, createHash('sha256').update(`${purpose} ${secret}`).digest())
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}

function open(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const derivedKey = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** The id of a secret as the number that better-auth wants. */
export const keyVersion = (secret: string): number => Number.parseInt(keyId(secret).slice(0, 7), 16)
