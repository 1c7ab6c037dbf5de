-- hand-written below

-- A delivery is updated four times within a second: with room on its page, what is noted in between leaves the indexes alone.
ALTER TABLE "social_account_posts" SET (fillfactor = 70);
