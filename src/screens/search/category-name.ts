import type { CreatorCategory } from '../../../contract/categories.ts'
import { m } from '../../paraglide/messages.js'

/** What a category of creators is called. */
export const categoryName = (category: CreatorCategory): string => names[category]()

const names: Record<CreatorCategory, () => string> = {
  photography: m.category_photography,
  music: m.category_music,
  dance: m.category_dance,
  fitness: m.category_fitness,
  fashion: m.category_fashion,
  cosplay: m.category_cosplay,
  art: m.category_art,
  comedy: m.category_comedy,
  food: m.category_food,
  games: m.category_games,
  education: m.category_education,
  lifestyle: m.category_lifestyle,
}
