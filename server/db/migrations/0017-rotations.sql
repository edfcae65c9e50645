-- For a key's predecessor, whose spending is told with its own.
create index api_key_rotated_to on api_key (rotated_to) where rotated_to is not null;
