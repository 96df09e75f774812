import { ask } from '../database.ts'
import type { Ids } from './cases.ts'

/** The rows of the copy that the calls name. */
export async function readIds(url: string): Promise<Ids> {
  const [ids] = await ask<Ids>(
    url,
    `with star as (select id from users where username = 'star'), list as (select l.* from fan_lists l, star where l.creator_id = star.id)
     select star.id as star, (select id from agencies limit 1) as agency,
       (select id from list where name = 'vip') as vip, (select id from list where name = 'payers') as payers,
       (select id from list where name = 'everyone') as everyone,
       (select id from tracking_links where code = 'studio1') as link,
       (select b.id from broadcasts b where b.sender_id = star.id order by b.id limit 1) as sold
     from star`,
  )
  if (ids === undefined) throw new Error('The copy has no star.')
  return ids
}
