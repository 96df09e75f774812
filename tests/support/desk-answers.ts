import { vi } from 'vitest'
import type { TeamConversation } from '../../contract/team-inbox.ts'
import type { VaultTile } from '../../contract/vault.ts'
import {
  claimConversation,
  getTeamConversation,
  getTeamInbox,
  readTeamConversation,
  saveTeamDraft,
} from '../../src/server/team-inbox.functions.ts'
import { getTeamMedia, getTeamVaultIndex, getTeamVaultLabels } from '../../src/server/team-vault.functions.ts'
import { getWritingRules } from '../../src/server/writing-rules.functions.ts'
import { answered, inVault } from './component.tsx'
import { row } from './desk.ts'

/** What the server answers at a desk with one conversation, whose creator has these media in the vault. */
export function answerDesk(conversation: TeamConversation, tiles: VaultTile[]): void {
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [row], next: null }))
  vi.mocked(getTeamConversation).mockResolvedValue(answered(conversation))
  vi.mocked(readTeamConversation).mockResolvedValue(answered({ ok: true }))
  vi.mocked(claimConversation).mockResolvedValue(answered({ ok: true, until: null }))
  vi.mocked(saveTeamDraft).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getWritingRules).mockResolvedValue(
    answered({ restricted_words: ['paypal'], asks_above: 50, may_edit: false }),
  )
  vi.mocked(getTeamVaultLabels).mockResolvedValue(answered({ folders: [], tags: [] }))
  const { length: count } = tiles
  vi.mocked(getTeamVaultIndex).mockResolvedValue(
    answered(JSON.stringify({ count, buckets: [{ month: '2026-01', count, bucket: 'b' }], first: tiles })),
  )
  vi.mocked(getTeamMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id })))
}
