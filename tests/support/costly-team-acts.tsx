import type { ReactNode } from 'react'
import { page, userEvent } from 'vitest/browser'
import type { PublicProfile } from '../../contract/users.ts'
import { Member } from '../../src/screens/agencies/member.tsx'
import { ReviewRow } from '../../src/screens/agencies/review-row.tsx'
import { changeMember } from '../../src/server/agencies.functions.ts'
import { removeReview } from '../../src/server/reviews.functions.ts'
import { agency, operator, review } from './costly-things.ts'

/** Acts of the team of an agency, for `src/screens/costly-acts.browser.test.tsx`. */
export const teamActs: readonly Act[] = [
  {
    act: 'make a member the owner',
    screen: () => <Member agency={agency} member={operator} />,
    press: async () => {
      await userEvent.click(page.getByRole('button', { name: 'More' }))
      await userEvent.click(page.getByRole('menuitem', { name: 'Make Owner' }))
    },
    says: 'Brandt belongs to Fiona from then on. You become an admin, and only Fiona can give it back.',
    confirm: 'Make Owner',
    call: changeMember,
  },
  {
    act: 'make a member a supervisor',
    screen: () => <Member agency={agency} member={operator} />,
    press: async () => {
      await userEvent.click(page.getByRole('button', { name: 'More' }))
      await userEvent.click(page.getByRole('menuitem', { name: 'Make Supervisor' }))
    },
    says: 'Fiona can read the conversations of every creator who lets this agency chat, and review what operators write. They cannot write, and each creator sees in their log what they read.',
    confirm: 'Make Supervisor',
    call: changeMember,
  },
  {
    act: 'delete a review',
    screen: () => <ReviewRow agency={{ ...agency, my_member_id: operator.id }} review={review} />,
    press: async () => {
      await userEvent.click(page.getByRole('button', { name: 'More' }))
      await userEvent.click(page.getByRole('menuitem', { name: 'Delete review' }))
    },
    says: 'Your score and your words are gone for you and for Mina.',
    confirm: 'Delete review',
    call: removeReview,
  },
]

export type Act = {
  act: string
  /** The viewer; by default a creator. */
  as?: PublicProfile
  screen: () => ReactNode
  /** Everything up to the press that did it before. */
  press: () => Promise<void>
  /** The sentence, or its beginning. */
  says: string
  confirm: string
  keep?: string
  call: unknown
}
