import { useRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { fiona, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { storedOwnerKey } from '../../lib/storage-keys.ts'
import { profileQuery } from '../../queries/session.ts'
import { useStoredAnswers } from './use-stored-answers.ts'

function Runtime() {
  useStoredAnswers(useRouter())
  return null
}
const owner = () => localStorage.getItem(storedOwnerKey)

it('keeps pages for who is signed in, and no more once they are out', async () => {
  const { queryClient } = await renderFor(signedIn(fiona), <Runtime />)
  await expect.poll(owner).toBe(fiona.id)
  queryClient.setQueryData(profileQuery.queryKey, null)
  await expect.poll(owner).toBeNull()
})

it('keeps nothing for who signs out before its code has come', async () => {
  localStorage.setItem(storedOwnerKey, 'the person before')
  const { queryClient } = await renderFor(signedIn(fiona), <Runtime />)
  queryClient.setQueryData(profileQuery.queryKey, null)
  await expect.poll(owner).toBeNull()
  // What was under way when she left has ended after two more turns of the store.
  for (let turn = 0; turn < 2; turn++) await (await import('../../queries/stored-answers.ts')).dropStored()
  expect(owner()).toBeNull()
})
