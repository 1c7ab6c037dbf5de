export interface paths {
    "/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a post
         * @description Creates a post with one child per target. All targets are valid, or nothing is created.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a post without creating it
         * @description Says whether createPost would accept this input, and creates nothing.
         */
        post: operations["validatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many single-account posts
         * @description Creates many single-account posts. One item's failure never touches the others.
         */
        post: operations["createPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{postId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post
         * @description One post with its children.
         */
        get: operations["post"];
        put?: never;
        post?: never;
        /**
         * Delete a post that has not started
         * @description Deletes a post none of whose deliveries has started. Returns its id.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        /**
         * Change a post that has not started
         * @description Changes a post none of whose deliveries has started.
         */
        patch: operations["updatePost"];
        trace?: never;
    };
    "/social-account-posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List social account posts
         * @description Children of posts, newest first.
         */
        get: operations["socialAccountPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-account-posts/{socialAccountPostId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a social account post
         * @description Deletes one child in whatever state it is; the last one takes its post along. Returns its id.
         */
        delete: operations["deleteSocialAccountPost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-account-posts/{socialAccountPostId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a delivery whose outcome is unknown
         * @description Settles, once, the outcome of a delivery that FAILED and may be published all the same: it becomes PUBLISHED, or stays FAILED and is known to be so.
         */
        post: operations["resolveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description The projects of the organization, newest first.
         */
        get: operations["projects"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a project and all it holds
         * @description Deletes a project for good with its accounts, grants and posts. Returns its id.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-accounts/authorization-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting an account
         * @description Starts connecting an account: returns the address to open in the browser.
         */
        post: operations["createAuthorizationUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected accounts
         * @description The accounts that can be used for publishing now, newest first.
         */
        get: operations["socialAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-accounts/{socialAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a connection and its grant
         * @description Deletes a connection and its grant. Returns its id.
         */
        delete: operations["deleteSocialAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/social-accounts/{socialAccountId}/platform-inputs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the choices for platform-specific fields
         * @description The valid values of platform-specific fields for one account.
         */
        get: operations["socialAccountPlatformInputs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List media items
         * @description Items of the media library, newest first.
         */
        get: operations["media"];
        put?: never;
        /**
         * Upload a file of up to 100 MB
         * @description Adds a file of up to 100 MB, sent by the GraphQL multipart request specification. Larger ones go by upload session.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{mediaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a media item
         * @description Deletes a media item at once. Posts keep their reference to it. Returns its id.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/upload-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an upload in parts, up to 5 GB
         * @description Starts an upload in parts; it lives 24 hours.
         */
        post: operations["createUploadSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/upload-sessions/{uploadSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of an upload
         * @description How far an upload is.
         */
        get: operations["uploadSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/upload-sessions/{uploadSessionId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an upload
         * @description Finishes an upload whose parts are all there. Again is harmless.
         */
        post: operations["completeUploadSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The webhook endpoints of the organization, newest first.
         */
        get: operations["webhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers an endpoint. Its signing secret is returned here alone.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes an endpoint; what was not delivered yet never is. Returns its id.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new signing secret
         * @description Makes a new signing secret, returned here alone; for 24 hours the one before signs along.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a webhook endpoint
         * @description What was sent to an endpoint, newest first.
         */
        get: operations["webhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to a webhook endpoint again
         * @description Sends an event to an endpoint again, at once.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is reachable
         * @description Proves that the service is reachable and the key is good.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ValidationIssue: {
            /** @description JSON path of the problem, such as `socialAccounts[1].link`. */
            path: string;
            message: string;
            field?: components["schemas"]["ValidationField"];
        };
        /** @enum {string} */
        ValidationField: "DESCRIPTION" | "MEDIA" | "LINK" | "PINTEREST_BOARD" | "CONTENT" | "TITLE" | "FIRST_COMMENT" | "TIKTOK_PRIVACY_LEVEL" | "TIKTOK_CONTENT_DISCLOSURE" | "YOUTUBE_PRIVACY" | "YOUTUBE_CATEGORY" | "YOUTUBE_TAGS" | "SCHEDULE";
        CreatePostInput: {
            /** @description Exactly 1 item. */
            content: components["schemas"]["PostContentItemInput"][];
            schedule: components["schemas"]["PostSchedule"];
            /** @description At least 1 target. */
            socialAccounts: components["schemas"]["PostTargetInput"][];
            /** @default false */
            autoDeleteMediaAfterPublish?: boolean;
            retryPolicy?: components["schemas"]["PostRetryPolicyInput"];
        };
        PostContentItemInput: {
            text?: string;
            media?: components["schemas"]["MediaReferenceInput"][];
        };
        /** @description A reference to an item of the media library. */
        MediaReferenceInput: {
            type: components["schemas"]["MediaReferenceType"];
            mediaId: string;
        };
        /** @enum {string} */
        MediaReferenceType: "MEDIA_LIBRARY";
        PostSchedule: components["schemas"]["DraftSchedule"] | components["schemas"]["PublishNowSchedule"] | components["schemas"]["LaterSchedule"];
        DraftSchedule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "DRAFT";
        };
        PublishNowSchedule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "PUBLISH_NOW";
        };
        LaterSchedule: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "SCHEDULE_FOR_LATER";
            /**
             * Format: date-time
             * @description With SCHEDULE_FOR_LATER: at most 5 minutes in the past and 2 years ahead.
             */
            scheduledFor: string;
        };
        /** @description A target account; give only the fields of its platform. */
        PostTargetInput: components["schemas"]["PinterestPostTargetInput"] | components["schemas"]["LinkedinPostTargetInput"] | components["schemas"]["LinkedinPagesPostTargetInput"] | components["schemas"]["InstagramPostTargetInput"] | components["schemas"]["FacebookPostTargetInput"] | components["schemas"]["ThreadsPostTargetInput"] | components["schemas"]["TiktokPostTargetInput"] | components["schemas"]["XPostTargetInput"] | components["schemas"]["YoutubePostTargetInput"] | components["schemas"]["ServicetestPostTargetInput"];
        /** Pinterest */
        PinterestPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "PINTEREST";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /** @description The board to pin to; platform-inputs lists the choices. */
            pinterestBoardId: string;
            /**
             * Format: uri
             * @description Where the pin leads, 2048 characters at most.
             */
            link?: string;
            /** @description Title of the pin. */
            title?: string;
        };
        /**
         * @description The platforms that posts can be published to; SERVICETEST is the sandbox.
         * @enum {string}
         */
        SocialPlatform: "PINTEREST" | "LINKEDIN" | "LINKEDIN_PAGES" | "INSTAGRAM" | "FACEBOOK" | "THREADS" | "TIKTOK" | "X" | "YOUTUBE" | "SERVICETEST";
        /** LinkedIn */
        LinkedinPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /**
             * Format: uri
             * @description Published as a link preview card.
             */
            link?: string;
        };
        /** LinkedIn Pages */
        LinkedinPagesPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN_PAGES";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /**
             * Format: uri
             * @description Published as a link preview card.
             */
            link?: string;
        };
        /** @enum {string} */
        InstagramPostType: "POST" | "REEL" | "STORY";
        InstagramTrialParamsInput: {
            /** @description MANUAL leaves graduation to the user; SS_PERFORMANCE lets the platform decide by performance. */
            graduationStrategy: components["schemas"]["InstagramTrialGraduationStrategy"];
        };
        /** @enum {string} */
        InstagramTrialGraduationStrategy: "MANUAL" | "SS_PERFORMANCE";
        /** Instagram */
        InstagramPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "INSTAGRAM";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /** @description Feed post, reel or story. */
            postType: components["schemas"]["InstagramPostType"];
            /** @description An image of the media library shown as the cover of a reel. Only when postType is REEL. */
            cover?: components["schemas"]["MediaReferenceInput"];
            /** @description Publishes the reel as a trial reel; omit for a regular one. Only when postType is REEL. */
            trialParams?: components["schemas"]["InstagramTrialParamsInput"];
        };
        /** @enum {string} */
        FacebookPostType: "TEXT_ONLY" | "IMAGE" | "VIDEO" | "REEL" | "STORY";
        /** Facebook */
        FacebookPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "FACEBOOK";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /** @description What kind of post to publish on the page. */
            postType: components["schemas"]["FacebookPostType"];
            /**
             * Format: uri
             * @description Published as a link preview card.
             */
            link?: string;
            /** @description Identifier of the place to attach. */
            locationId?: string;
        };
        /** Threads */
        ThreadsPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "THREADS";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
        };
        /** @enum {string} */
        TikTokPostType: "VIDEO" | "PHOTO";
        /** @enum {string} */
        TikTokPostMode: "DIRECT_POST" | "MEDIA_UPLOAD";
        /** @enum {string} */
        TikTokPrivacyLevel: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
        /** TikTok */
        TiktokPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "TIKTOK";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /** @description A video, or a photo post. */
            postType: components["schemas"]["TikTokPostType"];
            /**
             * @description Publish directly, or leave a draft in the creator's inbox.
             * @default DIRECT_POST
             */
            postMode?: components["schemas"]["TikTokPostMode"];
            /** @description Who may see the post; platform-inputs lists what the account may choose. */
            privacyLevel: components["schemas"]["TikTokPrivacyLevel"];
            /** @description Whether viewers may comment. */
            allowComment: boolean;
            /** @description Whether viewers may make duets. */
            allowDuet: boolean;
            /** @description Whether viewers may stitch. */
            allowStitch: boolean;
            /** @description Discloses that the post promotes the creator's own business. */
            isYourBrand: boolean;
            /** @description Discloses a paid partnership. */
            isBrandedContent: boolean;
            /** @description Whether TikTok adds music to photos. */
            autoAddMusic: boolean;
            /**
             * @description Labels the content as made by AI.
             * @default false
             */
            isAiGeneratedContent?: boolean;
        };
        /** X */
        XPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "X";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
        };
        /** @enum {string} */
        YouTubePrivacy: "public" | "private" | "unlisted";
        /** YouTube */
        YoutubePostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "YOUTUBE";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /** @description Title of the video. */
            title: string;
            /** @description Who may see the video. */
            privacy: components["schemas"]["YouTubePrivacy"];
            /** @description Identifier of the video category; platform-inputs lists the choices. */
            category?: string;
            /** @description Keywords of the video. */
            tags?: string[];
            /**
             * @description Declares the video as made for kids.
             * @default false
             */
            madeForKids?: boolean;
        };
        /** the sandbox */
        ServicetestPostTargetInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "SERVICETEST";
            socialAccountId: string;
            /** @description Replaces `content` for this target. */
            contentOverride?: components["schemas"]["PostContentItemInput"][];
            /** @description Published under the post right after it. */
            firstComment?: string;
            /**
             * @description Whether the sandbox delivery succeeds.
             * @default true
             */
            shouldSucceed?: boolean;
        };
        PostRetryPolicyInput: {
            /**
             * Format: int32
             * @description 1 to 10.
             */
            maxRetries: number;
            /**
             * Format: int32
             * @description Seconds, 1 to 604800.
             */
            delaySeconds: number;
        };
        /** @description A post with one child per target account. */
        Post: {
            id: string;
            projectId: string;
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            autoDeleteMediaAfterPublish: boolean;
            socialAccountPosts: components["schemas"]["SocialAccountPost"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            retryPolicy?: components["schemas"]["PostRetryPolicy"];
        };
        PostContentItem: {
            text?: string;
            media?: components["schemas"]["PostContentMedia"][];
        };
        /** @description An item of the media library in a post. */
        PostContentMedia: {
            type: components["schemas"]["MediaReferenceType"];
            mediaId: string;
            mediaType: components["schemas"]["MediaType"];
            /** Format: uri */
            url: string;
            /** Format: uri */
            thumbnailUrl: string;
        };
        /** @enum {string} */
        MediaType: "IMAGE" | "VIDEO";
        /** @description One target of a post with its own delivery; each platform has a type with its own fields. */
        SocialAccountPost: components["schemas"]["PinterestSocialAccountPost"] | components["schemas"]["LinkedinSocialAccountPost"] | components["schemas"]["LinkedinPagesSocialAccountPost"] | components["schemas"]["InstagramSocialAccountPost"] | components["schemas"]["FacebookSocialAccountPost"] | components["schemas"]["ThreadsSocialAccountPost"] | components["schemas"]["TiktokSocialAccountPost"] | components["schemas"]["XSocialAccountPost"] | components["schemas"]["YoutubeSocialAccountPost"] | components["schemas"]["ServicetestSocialAccountPost"];
        /** Pinterest */
        PinterestSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "PINTEREST";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description The board to pin to; platform-inputs lists the choices. */
            pinterestBoardId: string;
            /** @description Where the pin leads, 2048 characters at most. */
            link?: string;
            /** @description Title of the pin. */
            title?: string;
        };
        /** @enum {string} */
        DeliveryStatus: "NOT_STARTED" | "SENDING" | "PUBLISHED" | "FAILED";
        /** @description Latest stored lifetime metrics of one post. Metrics that its platform does not support are absent; one that was not observed yet is an empty list. */
        PostAnalytics: {
            /** @description The latest snapshot, once there is one. */
            clicks?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            comments?: components["schemas"]["MetricSnapshot"][];
            /** @description A ratio: 0.03 means 3 percent. */
            engagementRate?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            impressions?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            likes?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            reactions?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            saves?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            shares?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            uniqueImpressions?: components["schemas"]["MetricSnapshot"][];
            /** @description The latest snapshot, once there is one. */
            views?: components["schemas"]["MetricSnapshot"][];
        };
        MetricSnapshot: {
            /**
             * Format: date
             * @description UTC date of the snapshot, not of the engagement.
             */
            date: string;
            /** Format: date-time */
            collectedAt: string;
            /**
             * Format: double
             * @description Lifetime value at that time.
             */
            value: number;
        };
        /** LinkedIn */
        LinkedinSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description Published as a link preview card. */
            link?: string;
        };
        /** LinkedIn Pages */
        LinkedinPagesSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN_PAGES";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description Published as a link preview card. */
            link?: string;
        };
        InstagramTrialParams: {
            /** @description MANUAL leaves graduation to the user; SS_PERFORMANCE lets the platform decide by performance. */
            graduationStrategy: components["schemas"]["InstagramTrialGraduationStrategy"];
        };
        /** Instagram */
        InstagramSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "INSTAGRAM";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description Feed post, reel or story. */
            postType: components["schemas"]["InstagramPostType"];
            /** @description An image of the media library shown as the cover of a reel. Only when postType is REEL. */
            cover?: components["schemas"]["PostContentMedia"];
            /** @description Publishes the reel as a trial reel; omit for a regular one. Only when postType is REEL. */
            trialParams?: components["schemas"]["InstagramTrialParams"];
        };
        /** Facebook */
        FacebookSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "FACEBOOK";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description What kind of post to publish on the page. */
            postType: components["schemas"]["FacebookPostType"];
            /** @description Published as a link preview card. */
            link?: string;
            /** @description Identifier of the place to attach. */
            locationId?: string;
        };
        /** Threads */
        ThreadsSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "THREADS";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
        };
        /** TikTok */
        TiktokSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "TIKTOK";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description A video, or a photo post. */
            postType: components["schemas"]["TikTokPostType"];
            /** @description Publish directly, or leave a draft in the creator's inbox. */
            postMode: components["schemas"]["TikTokPostMode"];
            /** @description Who may see the post; platform-inputs lists what the account may choose. */
            privacyLevel: components["schemas"]["TikTokPrivacyLevel"];
            /** @description Whether viewers may comment. */
            allowComment: boolean;
            /** @description Whether viewers may make duets. */
            allowDuet: boolean;
            /** @description Whether viewers may stitch. */
            allowStitch: boolean;
            /** @description Discloses that the post promotes the creator's own business. */
            isYourBrand: boolean;
            /** @description Discloses a paid partnership. */
            isBrandedContent: boolean;
            /** @description Whether TikTok adds music to photos. */
            autoAddMusic: boolean;
            /** @description Labels the content as made by AI. */
            isAiGeneratedContent: boolean;
        };
        /** X */
        XSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "X";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
        };
        /** YouTube */
        YoutubeSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "YOUTUBE";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description Title of the video. */
            title: string;
            /** @description Who may see the video. */
            privacy: components["schemas"]["YouTubePrivacy"];
            /** @description Identifier of the video category; platform-inputs lists the choices. */
            category?: string;
            /** @description Keywords of the video. */
            tags?: string[];
            /** @description Declares the video as made for kids. */
            madeForKids: boolean;
        };
        /** the sandbox */
        ServicetestSocialAccountPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "SERVICETEST";
            socialAccountPostId: string;
            postId: string;
            projectId: string;
            socialAccountId: string;
            deliveryStatus: components["schemas"]["DeliveryStatus"];
            content: components["schemas"]["PostContentItem"][];
            schedule: components["schemas"]["PostSchedule"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            deliveryCompletedAt?: string;
            /** @description The platform's id of the post. */
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            /** @description Why it FAILED, in plain words. */
            errorMessage?: string;
            title?: string;
            link?: string;
            /** @description On PUBLISHED children; empty where the platform or post type has no metrics. */
            analytics?: components["schemas"]["PostAnalytics"];
            /** @description Whether the sandbox delivery succeeds. */
            shouldSucceed: boolean;
        };
        PostRetryPolicy: {
            /** Format: int32 */
            maxRetries: number;
            /**
             * Format: int32
             * @description Seconds between a failure and its retry.
             */
            delaySeconds: number;
        };
        ValidatePostResponse: {
            isValid: boolean;
            errors: components["schemas"]["ValidationIssue"][];
            warnings: components["schemas"]["ValidationIssue"][];
        };
        CreatePostsItemInput: {
            /** @description Chosen by the client, at least 1 character; stands for the created post for ever. */
            idempotencyKey: string;
            projectId: string;
            socialAccountId: string;
            /** Format: date-time */
            scheduledForUTC: string;
            title?: string;
            /** @description The post's text. */
            description?: string;
            firstComment?: string;
            mediaIds?: string[];
            platformSpecificData?: components["schemas"]["PlatformSpecificDataInput"];
        };
        /** @description At most one platform's object, the one of the account's platform. */
        PlatformSpecificDataInput: {
            pinterest?: components["schemas"]["PinterestDataInput"];
            instagram?: components["schemas"]["InstagramDataInput"];
            facebook?: components["schemas"]["FacebookDataInput"];
            tiktok?: components["schemas"]["TiktokDataInput"];
            youtube?: components["schemas"]["YoutubeDataInput"];
            servicetest?: components["schemas"]["ServicetestDataInput"];
        };
        PinterestDataInput: {
            /** @description The board to pin to; platform-inputs lists the choices. */
            pinterestBoardId?: string;
        };
        InstagramDataInput: {
            /** @description Feed post, reel or story. */
            postType?: components["schemas"]["InstagramPostType"];
        };
        FacebookDataInput: {
            /** @description What kind of post to publish on the page. */
            postType?: components["schemas"]["FacebookPostType"];
            /**
             * Format: uri
             * @description Published as a link preview card.
             */
            link?: string;
        };
        TiktokDataInput: {
            /** @description A video, or a photo post. */
            postType?: components["schemas"]["TikTokPostType"];
            /** @description Who may see the post; platform-inputs lists what the account may choose. */
            privacyLevel?: components["schemas"]["TikTokPrivacyLevel"];
            /** @description Whether viewers may comment. */
            allowComment?: boolean;
            /** @description Whether viewers may make duets. */
            allowDuet?: boolean;
            /** @description Whether viewers may stitch. */
            allowStitch?: boolean;
            /** @description Discloses that the post promotes the creator's own business. */
            isYourBrand?: boolean;
            /** @description Discloses a paid partnership. */
            isBrandedContent?: boolean;
            /** @description Whether TikTok adds music to photos. */
            autoAddMusic?: boolean;
            /** @description Whether anything is disclosed; false makes isYourBrand and isBrandedContent false. */
            contentDisclosureEnabled?: boolean;
        };
        YoutubeDataInput: {
            /** @description Who may see the video. */
            privacy?: components["schemas"]["YouTubePrivacy"];
            /** @description Identifier of the video category; platform-inputs lists the choices. */
            category?: string;
            /** @description Keywords of the video. */
            tags?: string[];
            /** @description Declares the video as made for kids. */
            madeForKids?: boolean;
        };
        ServicetestDataInput: {
            /** @description Whether the sandbox delivery succeeds. */
            shouldSucceed?: boolean;
        };
        CreatePostsResponse: {
            /** @description In the order of the items. */
            results: components["schemas"]["CreatePostsResult"][];
        };
        CreatePostsResult: {
            idempotencyKey: string;
            status: components["schemas"]["CreatePostsStatus"];
            /** @description The created post. */
            id?: string;
            error?: components["schemas"]["CreatePostsError"];
        };
        /** @enum {string} */
        CreatePostsStatus: "CREATED" | "FAILED";
        CreatePostsError: {
            code: components["schemas"]["CreatePostsErrorCode"];
            message: string;
        };
        /** @enum {string} */
        CreatePostsErrorCode: "INVALID_PROJECT_ID" | "INVALID_SOCIAL_ACCOUNT_ID" | "SOCIAL_ACCOUNT_NOT_CONNECTED" | "INVALID_MEDIA_ID" | "INVALID_PLATFORM_SPECIFIC_DATA" | "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED" | "INTERNAL_ERROR";
        /** @description What is left out stays as it is; a null `retryPolicy` removes the policy. */
        UpdatePostInput: {
            content?: components["schemas"]["PostContentItemInput"][];
            schedule?: components["schemas"]["PostSchedule"];
            socialAccounts?: components["schemas"]["PostTargetInput"][];
            autoDeleteMediaAfterPublish?: boolean;
            retryPolicy?: components["schemas"]["PostRetryPolicyInput"] | null;
        };
        SocialAccountPostPage: {
            socialAccountPosts: components["schemas"]["SocialAccountPost"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        ResolveDeliveryInput: {
            resolution: components["schemas"]["DeliveryResolution"];
            /** @description With PUBLISHED: the platform's id of the post, 1 to 255 characters. */
            externalPostId?: string;
            /**
             * Format: uri
             * @description With PUBLISHED: its http(s) address, at most 2048 characters.
             */
            externalPostUrl?: string;
            /**
             * @description With NOT_PUBLISHED: publish it again, now, as a new post.
             * @default false
             */
            retry?: boolean;
        };
        /**
         * @description What a person found on the platform.
         * @enum {string}
         */
        DeliveryResolution: "PUBLISHED" | "NOT_PUBLISHED";
        CreateProjectInput: {
            /** @description Human-readable name, 1 to 200 characters. */
            name: string;
        };
        /** @description A business profile: isolates the connected accounts, media and posts of one user, client or brand. */
        Project: {
            id: string;
            name: string;
        };
        CreateAuthorizationUrlInput: {
            projectId: string;
            platform: components["schemas"]["SocialPlatform"];
            /**
             * Format: uri
             * @description http(s) address the browser returns to afterwards.
             */
            redirectUrl?: string;
        };
        AuthorizationUrl: {
            /**
             * Format: uri
             * @description To be opened in the user's browser.
             */
            url: string;
        };
        /** @description The connection of a project to one account on a platform. */
        SocialAccount: {
            id: string;
            /** @description The platform's id of the account. */
            externalAccountId: string;
            platform: components["schemas"]["SocialPlatform"];
            username: string;
            /**
             * Format: uri
             * @description The account's picture, or our placeholder where the platform gives none.
             */
            imageUrl: string;
            status: components["schemas"]["SocialAccountStatus"];
        };
        /**
         * @description DELETED accounts are seen only from posts that were published through them.
         * @enum {string}
         */
        SocialAccountStatus: "CONNECTED" | "DISCONNECTED";
        SocialAccountPlatformInputs: {
            socialAccountId: string;
            platformSpecificInputs: components["schemas"]["PlatformSpecificInputs"];
        };
        /** @description What an account may choose; each platform fills in its own fields. */
        PlatformSpecificInputs: components["schemas"]["PinterestPlatformSpecificInputs"] | components["schemas"]["LinkedinPlatformSpecificInputs"] | components["schemas"]["LinkedinPagesPlatformSpecificInputs"] | components["schemas"]["InstagramPlatformSpecificInputs"] | components["schemas"]["FacebookPlatformSpecificInputs"] | components["schemas"]["ThreadsPlatformSpecificInputs"] | components["schemas"]["TiktokPlatformSpecificInputs"] | components["schemas"]["XPlatformSpecificInputs"] | components["schemas"]["YoutubePlatformSpecificInputs"] | components["schemas"]["ServicetestPlatformSpecificInputs"];
        PinterestBoard: {
            id: string;
            name: string;
        };
        /** Pinterest */
        PinterestPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "PINTEREST";
            /** @description The boards of the account; an id is usable as pinterestBoardId. */
            boards: components["schemas"]["PinterestBoard"][];
        };
        /** LinkedIn */
        LinkedinPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN";
        };
        /** LinkedIn Pages */
        LinkedinPagesPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "LINKEDIN_PAGES";
        };
        /** Instagram */
        InstagramPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "INSTAGRAM";
        };
        /** Facebook */
        FacebookPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "FACEBOOK";
        };
        /** Threads */
        ThreadsPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "THREADS";
        };
        /** TikTok */
        TiktokPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "TIKTOK";
            /** @description The privacy levels the account may choose. */
            privacyLevelOptions: string[];
            /** @description Whether comments can be allowed. */
            commentAvailable: boolean;
            /** @description Whether duets can be allowed. */
            duetAvailable: boolean;
            /** @description Whether stitches can be allowed. */
            stitchAvailable: boolean;
            /** @description Longest video the account may post, seconds. */
            maxVideoPostDurationSec: number;
        };
        /** X */
        XPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "X";
        };
        YouTubeCategory: {
            id: string;
            title: string;
        };
        /** YouTube */
        YoutubePlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "YOUTUBE";
            /** @description The video categories; an id is usable as category. */
            categories: components["schemas"]["YouTubeCategory"][];
        };
        /** the sandbox */
        ServicetestPlatformSpecificInputs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "SERVICETEST";
        };
        MediaPage: {
            media: components["schemas"]["Media"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        /** @description An item of the media library. */
        Media: {
            id: string;
            projectId: string;
            mediaType: components["schemas"]["MediaType"];
            /**
             * Format: uri
             * @description Public and unguessable: platforms fetch it without a key.
             */
            url: string;
            /** Format: date-time */
            createdAt: string;
        };
        UploadedMedia: {
            mediaId: string;
        };
        CreateUploadSessionInput: {
            projectId: string;
            /**
             * Format: int64
             * @description 1 to 5368709120 (5 GB).
             */
            fileSizeInBytes: number;
        };
        /** @description Where to send the parts of a file. */
        UploadSession: {
            uploadSessionId: string;
            /**
             * Format: int32
             * @description Length of every part but the last.
             */
            partSizeInBytes: number;
            /** Format: int32 */
            partCount: number;
            /** Format: date-time */
            expiresAt: string;
            parts: components["schemas"]["UploadSessionPart"][];
        };
        UploadSessionPart: {
            /** Format: int32 */
            partNumber: number;
            /**
             * Format: uri
             * @description Takes the part by PUT, without a key.
             */
            uploadUrl: string;
        };
        UploadSessionStatus: {
            uploadSessionId: string;
            status: components["schemas"]["UploadStatus"];
            /** @description With READY. */
            mediaId?: string;
            /** @description With FAILED. */
            failureCode?: components["schemas"]["UploadFailureCode"];
            failureMessage?: string;
        };
        /**
         * @description INITIATED: parts are expected. UPLOADED: completed, being checked. READY: the media item is there.
         * @enum {string}
         */
        UploadStatus: "INITIATED" | "UPLOADED" | "READY" | "FAILED" | "ABORTED";
        /** @enum {string} */
        UploadFailureCode: "UNSUPPORTED_MEDIA_TYPE" | "CORRUPT_MEDIA" | "STORAGE_ERROR";
        CreateWebhookInput: {
            /**
             * Format: uri
             * @description HTTPS address that receives POSTed events.
             */
            url: string;
            /** @description At least 1. */
            eventTypes: ("socialAccountPost.delivery.started" | "socialAccountPost.delivery.published" | "socialAccountPost.delivery.failed" | "socialAccountPost.retry.scheduled" | "socialAccount.connected" | "socialAccount.disconnected")[];
        };
        /** @description An address that events are posted to. */
        WebhookEndpoint: {
            id: string;
            /** Format: uri */
            url: string;
            eventTypes: ("socialAccountPost.delivery.started" | "socialAccountPost.delivery.published" | "socialAccountPost.delivery.failed" | "socialAccountPost.retry.scheduled" | "socialAccount.connected" | "socialAccount.disconnected")[];
            /** Format: date-time */
            createdAt: string;
            /** @description Base64 of 32 bytes; returned once, by the operation that made it. */
            signingSecret?: string;
        };
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            id: string;
            webhookId: string;
            event: components["schemas"]["DeliveryEvent"];
            /** @description PENDING until a 2xx answer (DELIVERED) or the last attempt (FAILED). */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description How often it was sent.
             */
            attempts: number;
            /**
             * Format: int32
             * @description The last answer's status.
             */
            statusCode?: number;
            /**
             * Format: int32
             * @description How long the last attempt took.
             */
            durationMs?: number;
            /** @description The first 1 KB of the last answer. */
            response?: string;
            /** @description Why it did not arrive. */
            errorMessage?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastAttemptAt?: string;
            /** Format: date-time */
            nextAttemptAt?: string;
        };
        /** @description Something that happened to a delivery or an account; account events carry the account fields alone. */
        DeliveryEvent: {
            /** @description The same on every attempt and for every receiver. */
            id: string;
            /** @enum {string} */
            eventType: "socialAccountPost.delivery.started" | "socialAccountPost.delivery.published" | "socialAccountPost.delivery.failed" | "socialAccountPost.retry.scheduled" | "socialAccount.connected" | "socialAccount.disconnected";
            /** Format: date-time */
            occurredAt: string;
            projectId: string;
            postId?: string;
            socialAccountPostId?: string;
            socialAccountId: string;
            platform: components["schemas"]["SocialPlatform"];
            externalPostId?: string;
            /** Format: uri */
            externalPostUrl?: string;
            errorMessage?: string;
            retryPostId?: string;
            /** @description UNKNOWN when a failed delivery may be published all the same; absent otherwise. */
            outcome?: components["schemas"]["DeliveryOutcome"];
        };
        /**
         * @description What is known of a delivery whose publishing call lost its answer.
         * @enum {string}
         */
        DeliveryOutcome: "UNKNOWN" | "RESOLVED";
        /** @enum {string} */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        Health: {
            message: string;
            /** Format: date-time */
            timestamp: string;
            /** @description The API version that answered, such as `v1`. */
            version: string;
        };
    };
    responses: never;
    parameters: {
        /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the service's log: the caller's own X-Request-Id when it sent a sane one. */
        RequestId: string;
        /** @description The response is that of an earlier request with the same Idempotency-Key. */
        Replayed: "true";
        /** @description How to authenticate. */
        Authenticate: "Bearer";
        /** @description Seconds to wait. */
        RetryAfter: number;
        /** @description Seconds to wait, where waiting helps. */
        MaybeRetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePostInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "content": [
                     *         {
                     *           "text": "Fresh croissants from 7 o’clock."
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "type": "PUBLISH_NOW"
                     *       },
                     *       "autoDeleteMediaAfterPublish": false,
                     *       "socialAccountPosts": [
                     *         {
                     *           "platform": "PINTEREST",
                     *           "socialAccountPostId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "postId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "deliveryStatus": "NOT_STARTED",
                     *           "content": [
                     *             {
                     *               "text": "Fresh croissants from 7 o’clock."
                     *             }
                     *           ],
                     *           "schedule": {
                     *             "type": "PUBLISH_NOW"
                     *           },
                     *           "createdAt": "2027-01-31T09:30:00.000Z",
                     *           "updatedAt": "2027-01-31T09:30:00.000Z",
                     *           "pinterestBoardId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *         }
                     *       ],
                     *       "createdAt": "2027-01-31T09:30:00.000Z",
                     *       "updatedAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Post"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `DUPLICATE_SOCIAL_ACCOUNT_ID`: A social account appears more than once.
             *
             *     `INVALID_SOCIAL_ACCOUNT_ID`: A social account does not exist.
             *
             *     `SOCIAL_ACCOUNT_NOT_CONNECTED`: A social account is disconnected and has to be connected again.
             *
             *     `SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT`: Two social accounts belong to different projects.
             *
             *     `INVALID_MEDIA_ID`: A media item does not exist in the project.
             *
             *     `INVALID_PLATFORM_SPECIFIC_DATA`: A platform-specific field is missing, has a bad value or is not the platform's.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "DUPLICATE_SOCIAL_ACCOUNT_ID" | "INVALID_SOCIAL_ACCOUNT_ID" | "SOCIAL_ACCOUNT_NOT_CONNECTED" | "SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT" | "INVALID_MEDIA_ID" | "INVALID_PLATFORM_SPECIFIC_DATA" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                        /** @description With SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT: two accounts of different projects. */
                        conflictingSocialAccountIds?: string[];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    validatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePostInput"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isValid": true,
                     *       "errors": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ValidatePostResponse"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    createPosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePostsItemInput"][];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "idempotencyKey": "idempotencyKey",
                     *           "status": "CREATED"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreatePostsResponse"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "content": [
                     *         {
                     *           "text": "Fresh croissants from 7 o’clock."
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "type": "PUBLISH_NOW"
                     *       },
                     *       "autoDeleteMediaAfterPublish": false,
                     *       "socialAccountPosts": [
                     *         {
                     *           "platform": "PINTEREST",
                     *           "socialAccountPostId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "postId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "deliveryStatus": "NOT_STARTED",
                     *           "content": [
                     *             {
                     *               "text": "Fresh croissants from 7 o’clock."
                     *             }
                     *           ],
                     *           "schedule": {
                     *             "type": "PUBLISH_NOW"
                     *           },
                     *           "createdAt": "2027-01-31T09:30:00.000Z",
                     *           "updatedAt": "2027-01-31T09:30:00.000Z",
                     *           "pinterestBoardId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *         }
                     *       ],
                     *       "createdAt": "2027-01-31T09:30:00.000Z",
                     *       "updatedAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Post"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `POST_NOT_FOUND`: Post not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "POST_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `POST_NOT_FOUND`: Post not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "POST_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `POST_NOT_DELETABLE`: A delivery of the post has started. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "POST_NOT_DELETABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                postId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePostInput"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "content": [
                     *         {
                     *           "text": "Fresh croissants from 7 o’clock."
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "type": "PUBLISH_NOW"
                     *       },
                     *       "autoDeleteMediaAfterPublish": false,
                     *       "socialAccountPosts": [
                     *         {
                     *           "platform": "PINTEREST",
                     *           "socialAccountPostId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "postId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "deliveryStatus": "NOT_STARTED",
                     *           "content": [
                     *             {
                     *               "text": "Fresh croissants from 7 o’clock."
                     *             }
                     *           ],
                     *           "schedule": {
                     *             "type": "PUBLISH_NOW"
                     *           },
                     *           "createdAt": "2027-01-31T09:30:00.000Z",
                     *           "updatedAt": "2027-01-31T09:30:00.000Z",
                     *           "pinterestBoardId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *         }
                     *       ],
                     *       "createdAt": "2027-01-31T09:30:00.000Z",
                     *       "updatedAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Post"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `POST_NOT_FOUND`: Post not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "POST_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `POST_NOT_EDITABLE`: A delivery of the post has started. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "POST_NOT_EDITABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `DUPLICATE_SOCIAL_ACCOUNT_ID`: A social account appears more than once.
             *
             *     `INVALID_SOCIAL_ACCOUNT_ID`: A social account does not exist.
             *
             *     `SOCIAL_ACCOUNT_NOT_CONNECTED`: A social account is disconnected and has to be connected again.
             *
             *     `SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT`: Two social accounts belong to different projects.
             *
             *     `INVALID_MEDIA_ID`: A media item does not exist in the project.
             *
             *     `INVALID_PLATFORM_SPECIFIC_DATA`: A platform-specific field is missing, has a bad value or is not the platform's.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "DUPLICATE_SOCIAL_ACCOUNT_ID" | "INVALID_SOCIAL_ACCOUNT_ID" | "SOCIAL_ACCOUNT_NOT_CONNECTED" | "SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT" | "INVALID_MEDIA_ID" | "INVALID_PLATFORM_SPECIFIC_DATA";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                        /** @description With SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT: two accounts of different projects. */
                        conflictingSocialAccountIds?: string[];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    socialAccountPosts: {
        parameters: {
            query?: {
                projectId?: string[];
                socialAccountId?: string[];
                /** @description Parent posts. */
                postId?: string[];
                platform?: components["schemas"]["SocialPlatform"][];
                deliveryStatus?: components["schemas"]["DeliveryStatus"][];
                /** @description 1 to 100. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "socialAccountPosts": [
                     *         {
                     *           "platform": "PINTEREST",
                     *           "socialAccountPostId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "postId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "deliveryStatus": "NOT_STARTED",
                     *           "content": [
                     *             {
                     *               "text": "Fresh croissants from 7 o’clock."
                     *             }
                     *           ],
                     *           "schedule": {
                     *             "type": "PUBLISH_NOW"
                     *           },
                     *           "createdAt": "2027-01-31T09:30:00.000Z",
                     *           "updatedAt": "2027-01-31T09:30:00.000Z",
                     *           "pinterestBoardId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SocialAccountPostPage"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deleteSocialAccountPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                socialAccountPostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SOCIAL_ACCOUNT_POST_NOT_FOUND`: Social account post not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SOCIAL_ACCOUNT_POST_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    resolveDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                socialAccountPostId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveDeliveryInput"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "platform": "PINTEREST",
                     *       "socialAccountPostId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "postId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "deliveryStatus": "NOT_STARTED",
                     *       "content": [
                     *         {
                     *           "text": "Fresh croissants from 7 o’clock."
                     *         }
                     *       ],
                     *       "schedule": {
                     *         "type": "PUBLISH_NOW"
                     *       },
                     *       "createdAt": "2027-01-31T09:30:00.000Z",
                     *       "updatedAt": "2027-01-31T09:30:00.000Z",
                     *       "pinterestBoardId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["SocialAccountPost"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SOCIAL_ACCOUNT_POST_NOT_FOUND`: Social account post not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SOCIAL_ACCOUNT_POST_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `OUTCOME_NOT_UNKNOWN`: The outcome of the delivery is known, or was resolved before.
             *
             *     `RETRY_STARTED`: A retry has begun to find out what became of the post: its outcome is the one to settle.
             *
             *     `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "OUTCOME_NOT_UNKNOWN" | "RETRY_STARTED" | "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `SOCIAL_ACCOUNT_NOT_CONNECTED`: A social account is disconnected and has to be connected again.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "SOCIAL_ACCOUNT_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    projects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "name": "Corner café"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "name": "Corner café"
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PROJECT_NOT_FOUND`: Project not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    createAuthorizationUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAuthorizationUrlInput"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://www.example.com/page"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationUrl"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PROJECT_NOT_FOUND`: Project not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `OAUTH_CLIENT_UNAVAILABLE`: The platform is not configured on this service.
             *
             *     `SOCIAL_ACCOUNT_LIMIT_REACHED`: The organization's allowance of connected accounts is used up.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "OAUTH_CLIENT_UNAVAILABLE" | "SOCIAL_ACCOUNT_LIMIT_REACHED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    socialAccounts: {
        parameters: {
            query?: {
                /** @description Only accounts of this project. */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "externalAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "platform": "PINTEREST",
                     *         "username": "corner.cafe",
                     *         "imageUrl": "https://www.example.com/page",
                     *         "status": "CONNECTED"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SocialAccount"][];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deleteSocialAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                socialAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SOCIAL_ACCOUNT_NOT_FOUND`: Social account not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SOCIAL_ACCOUNT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    socialAccountPlatformInputs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                socialAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "platformSpecificInputs": {
                     *         "platform": "PINTEREST",
                     *         "boards": [
                     *           {
                     *             "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *             "name": "Corner café"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SocialAccountPlatformInputs"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SOCIAL_ACCOUNT_NOT_FOUND`: Social account not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SOCIAL_ACCOUNT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `SOCIAL_ACCOUNT_NOT_CONNECTED`: A social account is disconnected and has to be connected again.
             *
             *     `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SOCIAL_ACCOUNT_NOT_CONNECTED" | "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    media: {
        parameters: {
            query?: {
                projectId?: string;
                mediaId?: string[];
                /** @description 1 to 100. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media": [
                     *         {
                     *           "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "mediaType": "IMAGE",
                     *           "url": "https://www.example.com/page",
                     *           "createdAt": "2027-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaPage"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    uploadMedia: {
        parameters: {
            query: {
                projectId: string;
            };
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaId": "019a5f3e-7c00-7aaa-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedMedia"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PROJECT_NOT_FOUND`: Project not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `CORRUPT_MEDIA`: Corrupt media.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "CORRUPT_MEDIA" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mediaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `MEDIA_NOT_FOUND`: Media not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "MEDIA_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    createUploadSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUploadSessionInput"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadSessionId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "partSizeInBytes": 60,
                     *       "partCount": 60,
                     *       "expiresAt": "2027-01-31T09:30:00.000Z",
                     *       "parts": [
                     *         {
                     *           "partNumber": 60,
                     *           "uploadUrl": "https://www.example.com/page"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadSession"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PROJECT_NOT_FOUND`: Project not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    uploadSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadSessionId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "status": "INITIATED"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadSessionStatus"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UPLOAD_SESSION_NOT_FOUND`: Upload session not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UPLOAD_SESSION_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    completeUploadSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                uploadSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadSessionId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "status": "INITIATED"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadSessionStatus"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UPLOAD_SESSION_NOT_FOUND`: Upload session not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UPLOAD_SESSION_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `UPLOAD_INCOMPLETE`: Upload incomplete.
             *
             *     `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UPLOAD_INCOMPLETE" | "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "url": "https://www.example.com/page",
                     *         "eventTypes": [
                     *           "socialAccountPost.delivery.started"
                     *         ],
                     *         "createdAt": "2027-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"][];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "url": "https://www.example.com/page",
                     *       "eventTypes": [
                     *         "socialAccountPost.delivery.started"
                     *       ],
                     *       "createdAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `INVALID_JSON`: The body is not JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_JSON";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `REQUEST_TIMEOUT`: The body took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body has another content type than the operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `WEBHOOK_LIMIT_REACHED`: Webhook limit reached.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "WEBHOOK_LIMIT_REACHED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "WEBHOOK_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "url": "https://www.example.com/page",
                     *       "eventTypes": [
                     *         "socialAccountPost.delivery.started"
                     *       ],
                     *       "createdAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "WEBHOOK_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    webhookDeliveries: {
        parameters: {
            query?: {
                /** @description 1 to 100. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "webhookId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *           "event": {
                     *             "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *             "eventType": "socialAccountPost.delivery.started",
                     *             "occurredAt": "2027-01-31T09:30:00.000Z",
                     *             "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *             "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *             "platform": "PINTEREST"
                     *           },
                     *           "status": "PENDING",
                     *           "attempts": 60,
                     *           "createdAt": "2027-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "WEBHOOK_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key within 24 hours gets the first response again and makes nothing new. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                webhookId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "webhookId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *       "event": {
                     *         "id": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "eventType": "socialAccountPost.delivery.started",
                     *         "occurredAt": "2027-01-31T09:30:00.000Z",
                     *         "projectId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "socialAccountId": "019a5f3e-7c00-7aaa-8000-000000000001",
                     *         "platform": "PINTEREST"
                     *       },
                     *       "status": "PENDING",
                     *       "attempts": 60,
                     *       "createdAt": "2027-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `FORBIDDEN`: The API key may not do this: it may only read, or is limited to certain projects. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `WEBHOOK_NOT_FOUND`: Webhook not found.
             *
             *     `WEBHOOK_DELIVERY_NOT_FOUND`: Webhook delivery not found.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "WEBHOOK_NOT_FOUND" | "WEBHOOK_DELIVERY_NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_IN_USE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The Idempotency-Key was used with another request.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "IDEMPOTENCY_KEY_REUSED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "OK",
                     *       "timestamp": "2027-01-31T09:30:00.000Z",
                     *       "version": "v1"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request breaks a rule; `validationErrors` lists every problem with its JSON path. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "VALIDATION_FAILED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Every problem that has a place in the request. */
                        validationErrors?: components["schemas"]["ValidationIssue"][];
                    };
                };
            };
            /** @description `TOO_MANY_CONCURRENT_REQUESTS`: Too many requests of this API key are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_CONCURRENT_REQUESTS";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `INTERNAL_ERROR`: An internal error occurred; the request id leads to its log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service, or the platform it has to ask, cannot answer now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["MaybeRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                    };
                };
            };
        };
    };
}
