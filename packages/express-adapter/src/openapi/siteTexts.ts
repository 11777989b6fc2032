/** Maps route addresses to the rows for the site in docs/http.md. */
export const siteTexts = {
  'GET @sharedmemoize': '`GET /@sharedmemoize` | the state of the shared cache | Manage portal',
  'POST @sharedmemoize/invalidate':
    '`POST /@sharedmemoize/invalidate` | drops the cached values of all functions (with the body `{}`) or of one `function` | Manage portal | 400 for a missing body or any other body; 503 if the shared server or the database does not accept the invalidation',
  'GET @users':
    '`GET /@users` | the users, filtered by `search`, `query` and `groups-filter`, up to `limit` (default: 25, maximum: 1,000); also as [CSV](http-answers.md#csv) | Access Plone user information',
  'GET @users/*':
    "`GET /@users/{id}` | one user | for the caller's own user, none; for others, Access Plone user information | 404 for an unknown user, if the caller may read others",
  'POST @users':
    '`POST /@users` | adds a user: 201; also adds the users in a [CSV](http-answers.md#csv) file | Add portal member, or none if the site allows [registration](content-and-access.md#users); for `roles` also Manage portal | 400 for a value that is missing, invalid or in use; 429 for too many registrations',
  'PATCH @users/*':
    "`PATCH /@users/{id}` | changes the profile, roles, password or portrait of a user: 204 | for the caller's own user, none; for others, Plone Site Setup: Users and Groups | 400 for an invalid value; 403 for members without the permission, for a Manager unless the caller is a Manager, and if no Manager would remain; 404 for an unknown user",
  'DELETE @users/*':
    '`DELETE /@users/{id}` | removes a user: 204 | Plone Site Setup: Users and Groups | 403 for a Manager unless the caller is a Manager, and if no Manager would remain; 404 for an unknown user',
  'POST @users/*/reset-password':
    "`POST /@users/{id}/reset-password` | changes the caller's password, sets a password with a token, or emails a token: 200 | none | 400 without a password, or if the site cannot send email; 403 for a wrong password or token; 429 for too many requests",
  'GET @portrait/?': [
    "`GET /@portrait` | the caller's portrait | none | 404 without a portrait; 304",
    '`GET /@portrait/{id}` | the portrait of a user | none | 404 without a portrait; 304',
  ],
  'GET @login': '`GET /@login` | an empty list of other ways to log in | none',
  'POST @login':
    '`POST /@login` | logs in with `login` and `password`, and returns a `token` | none | 400 for a missing value; 401 for a wrong password; 429 for too many failures',
  'POST @login-renew':
    '`POST /@login-renew` | returns a new token for the same login | a token, or Basic authentication | 401 for an invalid token',
  'POST @logout': '`POST /@logout` | ends the login to which the token belongs: 204 | none',
  'GET @roles': '`GET /@roles` | the roles that users may have | Plone Site Setup: Users and Groups',
  'GET @groups':
    '`GET /@groups` | the groups with their members; with `query`, the groups whose id or title contains `query`, without their members | Plone Site Setup: Users and Groups',
  'GET @groups/*':
    '`GET /@groups/{id}` | one group and its members | Plone Site Setup: Users and Groups | 404 for an unknown group',
  'POST @groups':
    '`POST /@groups` | adds a group: 201 | Plone Site Setup: Users and Groups | 400 for a value that is invalid or in use; 403 for a group with the role Manager, unless the caller is a Manager',
  'PATCH @groups/*':
    '`PATCH /@groups/{id}` | changes a group and its members: 204 | Plone Site Setup: Users and Groups | 400 for an invalid value or an unknown user; 403 for a group with the role Manager unless the caller is a Manager, and if no Manager would remain; 404 for an unknown group',
  'DELETE @groups/*':
    '`DELETE /@groups/{id}` | removes a group: 204 | Plone Site Setup: Users and Groups | 400 for a stock group; 403 for a group with the role Manager unless the caller is a Manager, and if no Manager would remain; 404 for an unknown group',
  'GET @principals':
    '`GET /@principals` | the users and groups that match `search` | Manage portal | 400 without `search`',
  'GET @@users':
    '`GET /@@users` | a [page](people.md#users) of users, filtered by `search`; the list begins after the id in `after` | Access Plone user information',
  'GET @@users/*':
    "`GET /@@users/{id}` | the [page](people.md#users) of a user, with the form of the profile | for the caller's own user, none; for others, Access Plone user information | 404 for an unknown user, if the caller may read others",
  'GET @@invite': '`GET /@@invite` | the [form](people.md#users) for a new user | Add portal member',
  'GET @@groups': '`GET /@@groups` | the [page](people.md#groups) of all groups | Plone Site Setup: Users and Groups',
  'GET @@groups/*':
    '`GET /@@groups/{id}` | the [page](people.md#groups) of a group with its members, or the users that match `search`; the list begins after the id in `after` | Plone Site Setup: Users and Groups | 404 for an unknown group',
  'GET @@add-group':
    '`GET /@@add-group` | the [form](people.md#groups) for a new group | Plone Site Setup: Users and Groups',
  'GET @@settings':
    '`GET /@@settings` | the [page](site-settings.md#panels) of all panels that the caller may use | the permission of at least one panel',
  'GET @@settings/*':
    '`GET /@@settings/{name}` | the [form](site-settings.md#panels) of a panel | the permission of the panel | 404 for an unknown panel',
  'GET @@setup': '`GET /@@setup` | the [first-run page](site-settings.md#first-run) | Manage portal',
  'GET @controlpanels':
    '`GET /@controlpanels` | the settings panels that the caller may use | the permission of at least one panel',
  'GET @controlpanels/*':
    '`GET /@controlpanels/{name}` | the form of a panel, and the current values | the permission of the panel | 404 for an unknown panel',
  'PATCH @controlpanels/*':
    '`PATCH /@controlpanels/{name}` | changes settings: 204 | the permission of the panel | 400 for an invalid value; 404 for an unknown panel',
  'GET @site': '`GET /@site` | the title, logo, languages, time zone and other settings for front ends | none',
  'GET @userschema': '`GET /@userschema` | the form for the profile of a user, as JSON schema | none',
  'GET @userschema/*':
    '`GET /@userschema/{form}` | a form for users: `registration` for the registration of visitors | none | 400 for another form name',
  'GET @system': '`GET /@system` | the versions of Plenum, Node and other programs | Manage portal',
  'GET @database': '`GET /@database` | the kind of store, its size, and the number of objects | Manage portal',
  'GET @blocktypes': '`GET /@blocktypes` | the number of blocks by type | Manage portal',
  'GET @blocktypes/*':
    '`GET /@blocktypes/{type}` | the objects with blocks of a type; `path` selects those at and below a path | Manage portal',
  'GET @transactions': '`GET /@transactions` | an empty list, for Plone clients | Manage portal',
  'GET @changes':
    '`GET /@changes` | the [changes of the site](change-feed.md) that the caller may view, after the cursor `since` | View | 400 for an invalid cursor; 410 with `restart` for an expired cursor',
  'GET @addons': '`GET /@addons` | an empty list, for Plone clients | Manage portal',
  'GET @upgrade': '`GET /@upgrade` | an empty list of steps, for Plone clients | Manage portal',
  'GET @audit':
    '`GET /@audit` | the [administrative changes](audit.md) to the site, newest first | Manage portal | 400 for an invalid parameter',
  'GET @webhooks': '`GET /@webhooks` | all [webhooks](webhooks.md) of the site | Manage portal',
  'POST @webhooks':
    '`POST /@webhooks` | adds a webhook: 201; only this response contains the secret | Manage portal | 400 for an invalid value, or for more than 100 webhooks',
  'GET @webhooks/*': '`GET /@webhooks/{id}` | one webhook | Manage portal | 404 for an unknown webhook',
  'PATCH @webhooks/*':
    '`PATCH /@webhooks/{id}` | changes, pauses or resumes a webhook: 204 | Manage portal | 400 for an invalid value, or for resuming a webhook without a secret; 404 for an unknown webhook',
  'DELETE @webhooks/*':
    '`DELETE /@webhooks/{id}` | removes a webhook and its deliveries: 204 | Manage portal | 404 for an unknown webhook',
  'POST @webhooks/*/rotate':
    '`POST /@webhooks/{id}/rotate` | replaces the secret; only this response contains the new secret | Manage portal | 404 for an unknown webhook',
  'POST @webhooks/*/ping':
    '`POST /@webhooks/{id}/ping` | queues a test message: 202 | Manage portal | 400 if too many messages are waiting; 404 for an unknown webhook',
  'GET @webhooks/*/deliveries':
    '`GET /@webhooks/{id}/deliveries` | the deliveries of a webhook, newest first; `state` selects deliveries in one state | Manage portal | 400 for an unknown state; 404 for an unknown webhook',
  'POST @webhooks/*/deliveries/*/repeat':
    '`POST /@webhooks/{id}/deliveries/{delivery}/repeat` | queues a delivered or parked message again, with the same id: 202 | Manage portal | 400 if too many messages are waiting; 404 for an unknown delivery',
  'GET @outbox':
    '`GET /@outbox` | the [emails to presenters](schedule.md#emails-to-presenters), newest first; `state` selects emails in one state | Manage portal | 400 for an unknown state',
  'PATCH @outbox':
    '`PATCH /@outbox` | pauses or resumes the emails to presenters: 204 | Manage portal | 400 unless `paused` is true or false',
  'POST @outbox/*/retry':
    '`POST /@outbox/{id}/retry` | sends an email to a presenter again, with the same Message-ID: 202 | Manage portal | 404 for an unknown email',
  'GET @unsubscribe/*':
    '`GET /@unsubscribe/{token}` | whether the presenter with this token has unsubscribed from emails; changes nothing | the token | 404 for an invalid token',
  'POST @unsubscribe/*':
    '`POST /@unsubscribe/{token}` | stops the emails to the presenter with this token: 204 | the token | 404 for an invalid token',
  'GET @@site-logo/*': '`GET /@@site-logo/{name}` | the logo | none | 404 for a missing or replaced logo; 304',
  'GET @openapi':
    '`GET /@openapi` | the [OpenAPI document](http-answers.md#openapi) of the service, including the types of the site | none | 304',
  'GET @@import-programme':
    '`GET /{path}/@@import-programme` | the form that [imports a programme](schedule.md#import-in-the-browser) | Manage portal | 404 for an object that is not an event',
} as const
