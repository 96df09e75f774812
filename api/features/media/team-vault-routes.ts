import { teamVault } from '../../../contract/team-vault.ts'
import { implementOnBehalf } from '../../identity/on-behalf.ts'
import type { Route } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { boundToOperator } from '../../platform/media/bound-to-operator.ts'
import type { Services } from '../../platform/services.ts'
import { getMediaForViewer } from './for-viewer.ts'
import { getOwnMedia, readVaultLabels } from './vault.ts'
import { readVaultBucket, readVaultIndex } from './vault-grid.ts'

/** The vault of a creator for an operator at the desk: what the picker asks, with addresses for the operator. */
export const teamVaultRoutes = (ctx: Services): Route[] => {
  const shownTo = ({ acting }: Viewer) => boundToOperator(ctx, acting, 'can_medias')
  return implementOnBehalf(
    ctx,
    teamVault,
  )({
    index: async (filter, { viewer }) => {
      const index = await readVaultIndex(ctx, viewer, filter)
      return { ...index, first: index.first.map(shownTo(viewer).tile) }
    },
    bucket: async (query, { viewer }) => {
      const { data } = await readVaultBucket(ctx, viewer, query)
      return { data: data.map(shownTo(viewer).tile) }
    },
    labels: (_, { viewer }) => readVaultLabels(ctx, viewer),
    media: async ({ id }, { viewer }) => {
      await getOwnMedia(ctx.db, viewer.id, id)
      return shownTo(viewer).ofVault(await getMediaForViewer(ctx, viewer.id, id))
    },
  })
}
