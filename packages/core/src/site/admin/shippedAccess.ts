import { eventPermissions } from '../../event/eventPermissions.js'
import { assignableRoles, implicitRoles, type SitePermissions, stockPermissions } from '../../security/permissions.js'
import { membershipPermissions } from '../../workflow/membership.js'
import { translationPermissions } from '../../workflow/translation.js'

/** The site-wide roles by permission, without the permissions of extensions. */
export const shippedPermissions: SitePermissions = {
  ...stockPermissions,
  ...eventPermissions,
  ...membershipPermissions,
  ...translationPermissions,
}

/** The ids of all roles, without the roles of extensions. */
export const shippedRoles: readonly string[] = [...assignableRoles, ...implicitRoles]
