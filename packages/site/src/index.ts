export { type OpenSite, type OpenSiteOptions, openSite } from './openSite.js'
