-- with the next one
-- Labels that a caller gives a run: an object of texts, as it was sent. Lists filter by them within the rows that
-- they look at anyway, so there is no index. Processes of the version before know no labels, and save none.
alter table run add column metadata json;
