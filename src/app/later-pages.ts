/**
 * Loads the pages that are seldom the first. Which files each needs is said here and not in the first load, where the names
 * took more than a kilobyte (decisions/console/first-load.md).
 */
export const laterPages = {
  activity: () => import("#pages/activity/activity-page.tsx"),
  events: () => import("#pages/events/events-page.tsx"),
  event: () => import("#pages/event/event-page.tsx"),
  eventSubscriptions: () => import("#pages/event-subscriptions/event-subscriptions-page.tsx"),
  eventSubscriptionNew: () => import("#pages/event-subscription-new/event-subscription-new-page.tsx"),
  eventDestinations: () => import("#pages/event-destinations/event-destinations-page.tsx"),
  eventDestinationNew: () => import("#pages/event-destination-new/event-destination-new-page.tsx"),
  rollouts: () => import("#pages/rollouts/rollouts-page.tsx"),
  certificateAuthorities: () => import("#pages/certificate-authorities/certificate-authorities-page.tsx"),
  backends: () => import("#pages/backends/backends-page.tsx"),
  authtokens: () => import("#pages/authtokens/authtokens-page.tsx"),
  ipPolicy: () => import("#pages/ip-policy/ip-policy-page.tsx"),
  ipRule: () => import("#pages/ip-rule/ip-rule-page.tsx"),
  key: () => import("#pages/key/key-page.tsx"),
  keyNew: () => import("#pages/key-new/key-new-page.tsx"),
  keyRotate: () => import("#pages/key-rotate/key-rotate-page.tsx"),
  authtokenNew: () => import("#pages/authtoken-new/authtoken-new-page.tsx"),
  ipRuleNew: () => import("#pages/ip-rule-new/ip-rule-new-page.tsx"),
  ipRulesPaste: () => import("#pages/ip-rules-paste/ip-rules-paste-page.tsx"),
  ipPolicyNew: () => import("#pages/ip-policy-new/ip-policy-new-page.tsx"),
  backendNew: () => import("#pages/backend-new/backend-new-page.tsx"),
  certificateAuthorityNew: () =>
    import("#pages/certificate-authority-new/certificate-authority-new-page.tsx"),
  edgeNew: () => import("#pages/edge-form/edge-new-page.tsx"),
  edgeEdit: () => import("#pages/edge-form/edge-edit-page.tsx"),
  routeNew: () => import("#pages/route-form/route-new-page.tsx"),
  routeEdit: () => import("#pages/route-form/route-edit-page.tsx"),
  tunnels: () => import("#pages/tunnels/tunnels-page.tsx"),
  tunnel: () => import("#pages/tunnel/tunnel-page.tsx"),
  trafficEvent: () => import("#pages/traffic-event/traffic-event-page.tsx"),
  ipPolicies: () => import("#pages/ip-policies/ip-policies-page.tsx"),
  edgeModule: () => import("#pages/edge-module/edge-module-page.tsx"),
  routeModule: () => import("#pages/route-module/route-module-page.tsx"),
};
