/** `@plenum/core/sponsors`: groups sponsors by level, and compares the benefits of levels, for plain data. */
export {
  type BenefitRow,
  benefitTable,
  type LevelBenefits,
  type LevelSponsors,
  sponsorsByLevel,
} from './event/sponsorTable.js'
