import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import type { Shift } from '../../../contract/policy/shift.ts'
import { profile } from '../../../contract/profile.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { shiftFromNow } from '../../../tests/support/shifts.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { toShiftRow } from '../../identity/shifts.ts'
import { agencyGrants } from '../../platform/db/schema/agencies.ts'

/** When a grant ends by itself, before it does (product §79). */
const api = testApi()
const onNow = () => shiftFromNow(-60, 120)

it('an operator reads while acting and at the desk when the shift or the grant ends, whichever comes first', async () => {
  const place = await makeAgency(api)
  const setShift = (shift: Shift) => {
    const { shifts, shift_zone } = toShiftRow(shift)
    return api.db.update(agencyGrants).set({ shifts, shiftZone: shift_zone }).where(eq(agencyGrants.id, place.grantId))
  }
  const minutesTo = (at: string | null | undefined) => at && Math.round((Date.parse(at) - Date.now()) / 60_000)
  const endsIn = async (browser: Actor) => {
    const { acting_as } = (await api.call(browser, profile.get, {})).data
    return minutesTo(acting_as?.ends_at)
  }
  const browser = await actAs(api, place.operator, place.creator)
  expect(await endsIn(browser)).toBe(null)
  await setShift(onNow())
  expect([59, 60]).toContain(await endsIn(browser))
  const until = (minutes: number) =>
    api.call(place.owner, agencies.putGrant, {
      ...place.place,
      permissions: allRights,
      shift: onNow(),
      until: new Date(Date.now() + minutes * 60_000).toISOString(),
    })
  await until(300)
  expect([59, 60]).toContain(await endsIn(browser))
  await until(20)
  expect(await endsIn(browser)).toBe(20)
  const own = withCookieOf(browser, (await api.call(browser, acting.stop, {})).headers)
  const atDesk = async () => minutesTo((await api.call(own, teamInbox.creators, {})).data.data[0]?.ends_at)
  expect(await atDesk()).toBe(20)
  await setShift(shiftFromNow(60))
  expect(await atDesk()).toBe(null)
})
