import * as v from 'valibot'
import { endpointOnBehalf, onBehalf } from './endpoint.ts'
import { media } from './media.ts'
import { asCreator, id } from './shapes.ts'
import { vault } from './vault.ts'
import { vaultFilter } from './vault-filter.ts'

/** The vault of a creator as an operator chooses from it at the desk (product §84), by the flag that acting needs. */
export const teamVault = {
  index: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/vault/index',
    access: onBehalf('can_medias'),
    input: v.object({ ...asCreator, ...vaultFilter }),
    output: vault.index.output,
    errors: [],
    summary: 'The months of the vault of a creator, as in `GET /api/vault/index`.',
  }),
  bucket: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/vault/bucket',
    access: onBehalf('can_medias'),
    input: v.object({ ...asCreator, ...vault.bucket.input.entries }),
    output: vault.bucket.output,
    errors: [],
    summary: 'The media of a bucket of that index, as in `GET /api/vault/bucket`.',
  }),
  labels: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/vault/labels',
    access: onBehalf('can_medias'),
    input: v.object(asCreator),
    output: media.labels.output,
    errors: [],
    summary: 'The folders and tags of the vault of a creator, by name.',
  }),
  media: endpointOnBehalf({
    method: 'GET',
    path: '/api/team-desk/vault/media',
    access: onBehalf('can_medias'),
    input: v.object({ ...asCreator, id }),
    output: media.get.output,
    errors: ['not_found'],
    summary: 'One media of the vault of a creator.',
  }),
}
