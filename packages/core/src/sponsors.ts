/**
 * `@plenum/core/sponsors`: functions that group sponsors by level and compare the benefits of levels, for plain data.
 */
export {
  type BenefitRow,
  benefitTable,
  type LevelBenefits,
  type LevelSponsors,
  sponsorsByLevel,
} from './event/sponsorTable.js'
