import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../api/platform/db/ids.ts'
import { twoFactors } from '../../api/platform/db/schema/account.ts'
import { mails } from '../../api/platform/db/schema/identity.ts'
import { payoutMethods } from '../../api/platform/db/schema/payouts.ts'
import { keyId, keyVersion, type Secrets, seal, unseal } from '../../api/platform/keys.ts'
import { contentOf } from '../../api/platform/mail/content.ts'
import { markKey } from '../../api/platform/marks/mark-key.ts'
import type { Services } from '../../api/platform/services.ts'
import { payouts } from '../../contract/payouts.ts'
import { rotate } from '../../tools/release/rotate.ts'
import type { Actor, TestApi } from '../support/api.ts'
import { browser, identityApp, mailedLink, openIdentityApi } from '../support/identity.ts'
import { makeCreator } from '../support/money.ts'

const first = 'the first secret of this installation'
const second = 'the second secret of this installation'
const before: Secrets = { SECRET: first }
const during: Secrets = { SECRET: second, SECRET_PREVIOUS: first }
const after: Secrets = { SECRET: second }
const iban = 'DE89370400440532013000'

let api: TestApi
let alice: Actor
let eve: ReturnType<typeof browser>
let marks: Uint8Array
beforeAll(async () => {
  api = await openIdentityApi({ SECRET: first }, { empty: true })
  alice = await makeCreator(api)
  marks = await markKey(api.ctx)
  await api.call(alice, payouts.addMethod, { kind: 'iban', account: iban, holder: 'Alice' })
  await api.db.insert(twoFactors).values({
    id: newId(),
    userId: alice.id,
    // As better-auth stored it before its keys had versions.
    secret: await symmetricEncrypt({ key: first, data: 'one-time' }),
    backupCodes: await symmetricEncrypt({ key: first, data: '["codes"]' }),
  })
  eve = browser(api)
  await eve.signUp('eve@example.test')
  await eve.ask('POST', '/api/auth/verify-email', {
    token: new URLSearchParams((await mailedLink(api, 'eve@example.test', 'verify-email?token')).split('?')[1]).get(
      'token',
    ),
  })
  await eve.signIn('eve@example.test')
})
afterAll(() => api.close())

const node = (secrets: Secrets) => {
  const { SECRET_PREVIOUS: _, ...env } = api.ctx.env
  const ctx: Services = { ...api.ctx, env: { ...env, ...secrets } }
  return { ctx, app: identityApp(ctx) }
}
/** The browser of eve at a node that has these secrets. */
const at = (secrets: Secrets) => {
  const there = browser(node(secrets))
  for (const [name, value] of eve.cookies) there.cookies.set(name, value)
  return there
}
const stored = async () => {
  const [method] = await api.db.select().from(payoutMethods).where(eq(payoutMethods.userId, alice.id))
  const [factor] = await api.db.select().from(twoFactors).where(eq(twoFactors.userId, alice.id))
  const letters = await api.db.select().from(mails)
  return { sealed: method?.sealed ?? '', factor: factor?.secret ?? '', codes: factor?.backupCodes ?? '', letters }
}
const keyOf = ({ SECRET }: Secrets) => ({
  keys: new Map([[keyVersion(SECRET), SECRET]]),
  currentVersion: keyVersion(SECRET),
})

describe('while both secrets are set', () => {
  it('sessions of the previous one hold, also where better-auth asks for them', async () => {
    expect(await at(during).isIn()).toBe(true)
    expect((await at(during).get('/api/auth/passkey/generate-register-options')).status).toBe(200)
    expect(await at(after).isIn()).toBe(false)
  })

  it('what the previous one has encrypted is read, and what is new names the present one', async () => {
    const { sealed, letters } = await stored()
    expect(unseal(sealed, 'payouts', during)).toBe(iban)
    expect(() => unseal(sealed, 'payouts', after)).toThrow(`the secret ${keyId(first)}, which is neither`)
    for (const letter of letters) expect(contentOf(letter, during)?.subject).toBeTruthy()
    expect(seal('x', 'payouts', during).split('.')[0]).toBe(keyId(second))
    expect(() => unseal(seal('x', 'payouts', during), 'mails', during)).toThrow()
  })
})

describe('rotate', () => {
  it('leaves nothing that needs the previous secret, and has nothing to do the second time', async () => {
    expect(await rotate(api.db, before)).toMatchObject({ 'payout_methods.sealed': 0, 'two_factors.secret': 1 })
    const counts = await rotate(api.db, during)
    expect(await markKey(node(after).ctx)).toEqual(marks)
    expect(counts).toMatchObject({ 'payout_methods.sealed': 1, 'two_factors.secret': 1, 'two_factors.backup_codes': 1 })
    expect(counts['mails.sealed']).toBeGreaterThan(0)
    expect(Object.values(await rotate(api.db, during))).toEqual(Object.values(counts).map(() => 0))
    const { sealed, factor, codes, letters } = await stored()
    expect(unseal(sealed, 'payouts', after)).toBe(iban)
    for (const letter of letters) expect(contentOf(letter, after)?.subject).toBeTruthy()
    expect(await symmetricDecrypt({ key: keyOf(after), data: factor })).toBe('one-time')
    expect(await symmetricDecrypt({ key: keyOf(after), data: codes })).toBe('["codes"]')
  })

  it('stops at what neither secret opens, and says which one did', async () => {
    const lost = seal(iban, 'payouts', { SECRET: 'a secret that was thrown away' })
    await api.db.update(payoutMethods).set({ sealed: lost }).where(eq(payoutMethods.userId, alice.id))
    await expect(rotate(api.db, during)).rejects.toThrow(keyId('a secret that was thrown away'))
  })
})
