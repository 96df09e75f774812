import { expect, it } from 'vitest'
import { memberRoles } from '../agency-shapes.ts'
import {
  managesAgency,
  mayRemove,
  mayReview,
  maySupervise,
  type SupervisionFacts,
  seesTeamFigures,
  supervises,
} from './supervision.ts'

it.each([
  // role, manages, supervises, sees the figures of the team
  ['owner', true, true, true],
  ['admin', true, false, true],
  ['supervisor', false, true, true],
  ['operator', false, false, false],
] as const)('%s: manages %s, supervises %s, sees figures %s', (role, manages, reads, figures) => {
  expect([managesAgency(role), supervises(role), seesTeamFigures(role)]).toEqual([manages, reads, figures])
})

const open: SupervisionFacts = {
  role: 'supervisor',
  isOpen: true,
  isRepresented: true,
  mayChat: true,
  isBlocked: false,
  isEndedByCreator: false,
}

it.each([
  ['a supervisor', {}, true],
  ['the owner', { role: 'owner' }, true],
  ['an admin', { role: 'admin' }, false],
  ['an operator', { role: 'operator' }, false],
  ['a supervisor, of a closed account', { isOpen: false }, false],
  ['a supervisor, of a creator who has left', { isRepresented: false }, false],
  ['a supervisor, beyond the ceiling', { mayChat: false }, false],
  ['a supervisor whom the creator has blocked', { isBlocked: true }, false],
  ['a supervisor whose access the creator has ended', { isEndedByCreator: true }, false],
  ['the owner, beyond the ceiling', { role: 'owner', mayChat: false }, false],
  ['the owner whom the creator has blocked', { role: 'owner', isBlocked: true }, false],
] as const)('%s may read: %s', (_, change, expected) => {
  expect(maySupervise({ ...open, ...change })).toBe(expected)
})

it('lets only the owner and supervisors review, and only those below them', () => {
  const reviewed = memberRoles.map((reviewer) => memberRoles.filter((author) => mayReview(reviewer, author)))
  expect(Object.fromEntries(memberRoles.map((role, at) => [role, reviewed[at]]))).toEqual({
    owner: ['admin', 'supervisor', 'operator'],
    admin: [],
    supervisor: ['operator'],
    operator: [],
  })
})

it('lets managers remove those below them, and everyone but the owner leave', () => {
  const removed = memberRoles.map((remover) => memberRoles.filter((other) => mayRemove(remover, other, false)))
  expect(Object.fromEntries(memberRoles.map((role, at) => [role, removed[at]]))).toEqual({
    owner: ['admin', 'supervisor', 'operator'],
    admin: ['supervisor', 'operator'],
    supervisor: [],
    operator: [],
  })
  expect(memberRoles.filter((role) => mayRemove(role, role, true))).toEqual(['admin', 'supervisor', 'operator'])
})
